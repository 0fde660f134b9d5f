import Findings

/// What an input is, for people: facts first, then every entry on a line.
struct InspectionText {
    let style: TextStyle

    func render(_ input: InputSummary, _ inspection: Inspection) -> String {
        var lines = [
            "\(style.paint(PlainText.escaped(input.path), .bold)): \(Self.kind(input.kind, hasContent: !inspection.entries.isEmpty))"
        ]
        lines += facts(input, inspection).map { "  " + Self.padded($0.name, to: 13) + $0.value }
        if !inspection.entries.isEmpty {
            lines.append("  entries")
            lines.append(rows(inspection.entries))
        }
        if !inspection.leftOut.isEmpty {
            lines.append("  not part of the content")
            lines += inspection.leftOut.map { "    \(PlainText.escaped($0.path)) (\(PlainText.escaped($0.reason)))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func facts(_ input: InputSummary, _ inspection: Inspection) -> [(name: String, value: String)] {
        var facts: [(name: String, value: String)] = []
        if let identifier = input.productIdentifier { facts.append(("product ID", SafeText.quoted(identifier))) }
        if let version = input.contentVersion { facts.append(("version", SafeText.quoted(version))) }
        if let bytes = input.contentBytes { facts.append(("content", Self.content(inspection, bytes: bytes))) }
        if let bytes = inspection.bytes { facts.append(("size", "\(NumberText.grouped(bytes)) bytes")) }
        // A flat package tells the same of itself in its own way.
        if let maker = inspection.madeBy, maker != inspection.flatPackage?.generator {
            facts.append(("made by", SafeText.quoted(maker)))
        }
        if let package = inspection.flatPackage { facts += Self.facts(package) }
        if let pack = inspection.assetPack { facts += Self.facts(pack) }
        return facts
    }

    private static func content(_ inspection: Inspection, bytes: Int64) -> String {
        func count(_ kind: InspectedEntry.Kind) -> Int { inspection.entries.count { $0.type == kind } }
        var parts = [NumberText.count(count(.file), "file"), NumberText.count(count(.directory), "folder")]
        if count(.symlink) > 0 { parts.append(NumberText.count(count(.symlink), "link")) }
        if count(.other) > 0 { parts.append("\(count(.other)) that no package can hold") }
        return "\(parts.joined(separator: ", ")); \(NumberText.grouped(bytes)) bytes"
    }

    private static func facts(_ package: FlatPackageRow) -> [(name: String, value: String)] {
        var component = package.component.isEmpty ? "at the top" : SafeText.quoted(package.component)
        component += ", identifier \(SafeText.quoted(package.identifier))"
        if let version = package.version { component += ", version \(SafeText.quoted(version))" }
        if let type = package.contentType { component += ", content type \(SafeText.quoted(type))" }
        var facts = [("component", component)]
        if let generator = package.generator { facts.append(("made by", SafeText.quoted(generator))) }
        if let time = package.creationTime { facts.append(("made on", SafeText.quoted(time))) }
        facts.append(
            (
                "payload",
                "\(NumberText.count(package.payloadEntries, "entr", one: "y", many: "ies")) in "
                    + "\(NumberText.grouped(package.payloadBytes)) bytes"
            ))
        facts.append(("checksums", package.checksum ?? "none"))
        let signatures = package.signatures.map { signature in
            let names = signature.certificates.map { $0.isEmpty ? "no name" : SafeText.quoted($0) }
            return "\(PlainText.escaped(signature.style)) with "
                + (names.isEmpty ? "no certificate" : "the certificates of \(names.joined(separator: ", "))")
        }
        facts.append(
            ("signed", signatures.isEmpty ? "no" : signatures.joined(separator: "; ") + "; not verified here"))
        if package.trailingBytes > 0 {
            facts.append(("behind it", "\(NumberText.grouped(package.trailingBytes)) bytes"))
        }
        return facts
    }

    private static func facts(_ pack: AssetPackRow) -> [(name: String, value: String)] {
        var facts: [(name: String, value: String)] = []
        if let identifier = pack.identifier { facts.append(("pack ID", SafeText.quoted(identifier))) }
        if pack.manifestBytes == nil { facts.append(("manifest", "none")) }
        if let policy = pack.downloadPolicy {
            let events = pack.installationEvents.map { PlainText.escaped($0) }.joined(separator: ", ")
            facts.append(("download", PlainText.escaped(policy) + (events.isEmpty ? "" : " on \(events)")))
        }
        if pack.manifestBytes != nil {
            let platforms = pack.platforms.map { PlainText.escaped($0) }.joined(separator: ", ")
            facts.append(("platforms", platforms.isEmpty ? "none named" : platforms))
        }
        if let root = pack.contentRoot { facts.append(("lies in", PlainText.escaped(root))) }
        var archive = "\(NumberText.count(pack.entryCount, "entr", one: "y", many: "ies")), "
        let isBare = pack.compression == "none" && pack.blockBytes == nil
        archive += "\(NumberText.grouped(pack.unpackedBytes)) bytes unpacked, "
        archive += isBare ? "not compressed" : PlainText.escaped(pack.compression)
        if let block = pack.blockBytes {
            archive += " in \(NumberText.count(pack.blockCount, "block")) of up to \(NumberText.grouped(block)) bytes"
        }
        if pack.storedBlockCount > 0 { archive += ", \(NumberText.grouped(pack.storedBlockCount)) stored" }
        facts.append(("archive", archive))
        if !pack.fields.isEmpty { facts.append(("fields", PlainText.escaped(pack.fields.joined(separator: " ")))) }
        return facts
    }

    /// The entries as `ls -l` shows them. There may be very many, so they go into one text.
    private func rows(_ entries: [InspectedEntry]) -> String {
        let largest = entries.reduce(0) { max($0, $1.bytes) }
        let width = NumberText.grouped(largest).utf8.count
        var text = ""
        text.reserveCapacity(entries.count * 64)
        // Nearly all have the mode of the one before.
        var known: (type: InspectedEntry.Kind, mode: UInt16, letters: String)?
        for entry in entries {
            if known?.type != entry.type || known?.mode != entry.mode {
                known = (entry.type, entry.mode, Self.letters(entry))
            }
            if !text.isEmpty { text += "\n" }
            text += "    "
            text += known?.letters ?? ""
            let size = entry.type == .file ? NumberText.grouped(entry.bytes) : ""
            for _ in size.utf8.count..<max(width, size.utf8.count) + 1 { text += " " }
            text += size
            text += " "
            text += PlainText.escaped(entry.path)
            if let target = entry.target {
                text += " -> "
                text += PlainText.escaped(target)
            }
        }
        return text
    }

    private static func letters(_ entry: InspectedEntry) -> String {
        let type =
            switch entry.type {
            case .file: "-"
            case .directory: "d"
            case .symlink: "l"
            case .other: "?"
            }
        let bits = (0..<9).reversed().map { bit in
            entry.mode & (1 << bit) == 0 ? "-" : ["x", "w", "r"][bit % 3]
        }
        return type + bits.joined()
    }

    private static func kind(_ kind: InputKind, hasContent: Bool) -> String {
        switch kind {
        case .folder: hasContent ? "content folder" : "folder"
        case .zip: "zip"
        case .pkg: "flat package (pkg)"
        case .aar: "asset pack (aar)"
        case .unknown: "no content package"
        }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        PlainText.padded(text + " ", to: width)
    }
}
