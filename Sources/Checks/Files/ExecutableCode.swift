import Findings

/// A file of the payload is executable code.
struct ExecutableCode: Check {
    static let readsPayload = true
    static let description = FindingDescription(
        code: FindingCode("FIL-001", "executable-code"),
        defaultSeverity: .error,
        summary: "Content must not hold executable code",
        why:
            "Apple forbids apps to download executable code, and hosted content could not hold any; an asset pack may hold "
            + "whatever but executables of macOS. "
            + "Recognised by their first bytes are Mach-O (also universal), ELF, and the formats of DOS, Windows and "
            + "OS/2. The permission to execute alone makes no code; packages never carry it.",
        remedy: "Take the file out; code belongs in the app itself.",
        evidence: .secondary(
            "Apple, StoreKit, 'Unlocking purchased content': an app can't download executable code; Microsoft, "
                + "'Changes to StoreKit in iOS 6': hosted content can't contain executable code. How Apple looked "
                + "for it is not known. For asset packs: App Store Connect Help, 'Overview of Apple-hosted asset packs'"
        ))

    static var examples: [CheckExample] {
        let machO: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1] + Array(repeating: 0, count: 24)
        let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        let javaClass: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52]
        return [
            CheckExample(
                "a Mach-O library", .contentFolder(extra: ["Contents/lib/libcat.dylib": .file(machO)]),
                expected: [ExpectedFinding("FIL-001", .error, member: "Contents/lib/libcat.dylib")]),
            CheckExample(
                "a program in an asset pack, beside its own folder",
                ContentSketch.assetPack(extra: ["Contents/q/cat": .file(machO)]).with { $0.strays = ["Contents/q"] },
                expected: [
                    ExpectedFinding("AST-018", .warning), ExpectedFinding("FIL-001", .error, member: "Contents/q/cat"),
                ]),
            CheckExample(
                "an image, a Java class, and text that starts with MZ",
                .contentFolder(extra: [
                    "Contents/a.png": .file(png), "Contents/A.class": .file(javaClass),
                    "Contents/mz.txt": .text("MZ is a rapper from the north of the city, and so are his friends."),
                ]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for (file, notes) in context.allSniffed {
            guard case .executable(let format) = file.kind else { continue }
            report(
                Self.finding(
                    Text.executable(Wording.quoted(file.path), format: format), at: context.location(of: file.path),
                    notes: notes,
                    remedy: Remedy("take the file out of the content; code belongs in the app")))
        }
    }
}

private enum Text {
    static func executable(_ path: String, format: String) -> String {
        "\(path) is executable code (\(format)); content must not hold any"
    }
}
