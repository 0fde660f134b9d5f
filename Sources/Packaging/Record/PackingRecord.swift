internal import ArchiveFormats

/// What a package that this tool made says of its making: by which version, with what options, from what content.
///
/// It stands in the package itself, so that nothing lies beside it: in a zip in the central directory, in a flat package
/// in the table of contents. Its length does not depend on the content, since a flat package leaves room for it before
/// the content is known.
struct PackingRecord: Sendable, Hashable {
    /// What made the package (`iapkit-1.0`).
    let generator: String
    /// The digest of all options that the bytes depend on: see `PackingRecord.options(for:named:_:)`.
    let options: [UInt8]
    /// The digest of the content: see `ContentDigest`.
    let content: [UInt8]
    /// What proves that a zip is whole: see `ZipSeal`; `nil` in a flat package, which has digests of all its parts anyway.
    let seal: [UInt8]?

    /// The number of this form of the record.
    static let format = "1"
    /// The digests are SHA-256.
    static let digestLength = 32
    /// A digest that is not known yet.
    static let unknown = [UInt8](repeating: 0, count: digestLength)
    /// The longest record that is read, in bytes.
    static let longest = 512

    /// The record: its form, the three digests in hexadecimal, and what made the package, a blank between each. A hyphen
    /// stands for a digest that it does not have.
    var text: [UInt8] {
        let digests = [options, content, seal].map { $0.map { Digest.hexadecimal($0) } ?? "-" }
        return Array(([Self.format] + digests + [generator]).joined(separator: " ").utf8)
    }

    /// Where the digits of the seal stand in the text.
    static let sealRange = sealStart..<sealStart + 2 * digestLength
    /// Behind the form and two digests, with a blank behind each.
    private static let sealStart = format.utf8.count + 1 + 2 * (2 * digestLength + 1)

    /// Creates a record.
    init(generator: String, options: [UInt8], content: [UInt8], seal: [UInt8]?) {
        self.generator = generator
        self.options = options
        self.content = content
        self.seal = seal
    }

    /// Reads a record; `nil` where it is none of this form.
    init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.longest, let text = String(validating: text, as: UTF8.self) else { return nil }
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == Self.format, !parts[4].isEmpty else { return nil }
        guard let options = Self.digest(parts[1]), let content = Self.digest(parts[2]) else { return nil }
        let seal = Self.digest(parts[3])
        guard seal != nil || parts[3] == "-" else { return nil }
        self.init(generator: String(parts[4]), options: options, content: content, seal: seal)
    }

    private static func digest(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.map { digit -> UInt8 in
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x61...0x66: digit - 0x61 + 10
            default: .max
            }
        }
        guard digits.count == 2 * digestLength, !digits.contains(.max) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension PackingRecord {
    /// The digest of everything but the content that the bytes of a package depend on. Which times the entries get is
    /// part of the content, as is what is left out of it.
    /// - Parameter name: The name that a flat package bears inside.
    static func options(for kind: PackageKind, named name: String, _ options: PackageOptions) -> [UInt8] {
        var lines = ["iapkit options \(format)", options.generator, kind.rawValue]
        var dependsOnLibraries = true
        switch kind {
        case .zip:
            lines.append("compression \(options.compression.rawValue)")
            dependsOnLibraries = options.compression == .smallest
        case .pkg:
            lines += [
                "profile \(options.flatPackageProfile.rawValue)", "name \(name)", "time \(options.packageTime)",
            ]
            // The older form has the compression of its day.
            if options.flatPackageProfile != .xcode6 { lines.append("compression \(options.compression.rawValue)") }
        case .aar: preconditionFailure("an asset pack has no record")
        }
        if dependsOnLibraries { lines.append("libraries \(CompressorVersion.text)") }
        return Digest.of(Array(lines.joined(separator: "\n").utf8), .sha256)
    }
}
