import ContentModel
import Findings

/// A path or a name is longer than Apple's systems take.
struct PathTooLong: Check {
    /// `PATH_MAX` of Darwin, the final NUL not counted.
    private static let pathLimit = 1023
    /// Room for the app's container and the folder that the system unpacks to:
    /// `/private/var/mobile/Containers/Data/Application/<36 characters>/Library/Caches/<name>/`, and some to spare.
    private static let containerLength = 200
    /// The most UTF-16 units of a name on HFS+; APFS takes as many characters.
    private static let nameLimit = 255

    static let description = FindingDescription(
        code: FindingCode("NAM-006", "path-too-long"),
        defaultSeverity: .warning,
        summary: "Paths should fit the device: 823 bytes for a path, 255 UTF-16 units for a name",
        why: "Apple's systems open no path above 1,023 bytes, and the app's container and caches take up to 200 of "
            + "them. A name above 255 units can't be made at all, which is reported as an error.",
        remedy: "Shorten the names of folders and files, or nest them less.",
        evidence: .format(
            "Darwin: PATH_MAX is 1,024 with the final NUL; HFS+ and APFS: a name has at most 255 characters"))

    static var examples: [CheckExample] {
        let folder = String(repeating: "f", count: 200)
        let deep = Array(repeating: folder, count: 4).joined(separator: "/")
        let longName = String(repeating: "n", count: 256)
        return [
            CheckExample(
                "a path of 824 bytes", .contentFolder(extra: ["Contents/\(deep)/123456789.t": .text("b")]),
                expected: [ExpectedFinding("NAM-006", .warning, member: "Contents/\(deep)/123456789.t")]),
            CheckExample(
                "a name of 256 letters", .contentFolder(extra: ["Contents/\(longName)": .text("b")]),
                expected: [ExpectedFinding("NAM-006", .error, member: "Contents/\(longName)")]),
            CheckExample(
                "a path of 823 bytes", .contentFolder(extra: ["Contents/\(deep)/12345678.t": .text("b")]),
                expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for entry in context.payload {
            // Nearly every path is short enough to hold neither.
            guard entry.path.bytes.count > Self.nameLimit else { continue }
            let location = context.location(of: entry.path)
            if entry.path.name.count > Self.nameLimit, let units = Self.units(of: entry.path.name),
                units > Self.nameLimit
            {
                report(
                    Self.finding(
                        Text.name(entry.path.name, units: units, limit: Self.nameLimit), at: location, severity: .error,
                        remedy: Remedy("shorten the name")))
            } else if Self.isTooLong(entry.path), !context.isTooLongForPack(entry.path, insteadOf: Self.self),
                !(entry.path.parent.map(Self.isTooLong) ?? false)
            {
                // Of a folder that is too long already, only itself is reported, not all in it.
                report(
                    Self.finding(
                        Text.path(entry.path.bytes.count, limit: Self.pathLimit - Self.containerLength), at: location,
                        remedy: Remedy("shorten the names on the way, or nest folders less")))
            }
        }
    }

    private static func isTooLong(_ path: ContentPath) -> Bool { path.bytes.count + containerLength > pathLimit }

    private static func units(of name: some Collection<UInt8>) -> Int? {
        String(validating: name, as: UTF8.self)?.utf16.count
    }
}

private enum Text {
    static func name(_ name: some Sequence<UInt8>, units: Int, limit: Int) -> String {
        let start = Wording.quoted(name: name.prefix(20))
        return "name of \(units) UTF-16 units that starts with \(start) is too long; Apple's file systems take \(limit)"
    }

    static func path(_ count: Int, limit: Int) -> String {
        "path is \(Wording.grouped(count)) bytes long; with the app's container before it, \(limit) fit the device"
    }
}
