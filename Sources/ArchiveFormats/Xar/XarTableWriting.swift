internal import XMLReading

/// The four files of a package with one component.
package struct XarPackageMembers: Sendable, Hashable {
    /// The list of the component's files.
    package let bom: XarOutputMember
    /// The component's files, packed.
    package let payload: XarOutputMember
    /// What the component is.
    package let packageInfo: XarOutputMember
    /// What is installed of the package, at its top.
    package let distribution: XarOutputMember

    /// Takes the members.
    package init(
        bom: XarOutputMember, payload: XarOutputMember, packageInfo: XarOutputMember, distribution: XarOutputMember
    ) {
        self.bom = bom
        self.payload = payload
        self.packageInfo = packageInfo
        self.distribution = distribution
    }
}

extension XarWriting {
    /// The `id` of the component's folder; the members have others.
    package static let folderIdentifier = 1

    /// The name of the property in which a package says how it was made.
    static let recordName = "iapkit"

    /// The XML of a package's table of contents, as `productbuild` wrote it for hosted content: the same elements in
    /// the same order. What only tells of the machine that wrote it is left out or fixed: the owner is root, there is
    /// no time below the second, and all times are the one that is given.
    /// - Parameters:
    ///   - component: the name of the component, without ".pkg".
    ///   - members: the files; each is named and numbered as it says.
    ///   - time: the time of the package and its files, in seconds since 1970-01-01T00:00:00Z.
    ///   - record: what the package says of its making, as a property of the whole archive, as Apple's signing tools
    ///     add theirs: readers pass over one that they don't know. A document beside the table (`<subdoc>`) would be the
    ///     other way that xar has, but 7-Zip does not read an archive with one.
    package static func tableOfContents(
        component: String, members: XarPackageMembers, time: Int64, record: String? = nil
    ) -> [UInt8] {
        let time = CivilTime(secondsSince1970: time).text
        var xml = XMLLines()
        xml.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        xml.element("xar") { xml in
            xml.element("toc") { xml in
                // This one has no Z, though it is UTC too.
                xml.text("creation-time", time)
                xml.element("checksum", "style=\"sha1\"") { xml in
                    xml.text("offset", "0")
                    xml.text("size", String(checksumLength))
                }
                file(members.distribution, properties: nil, &xml)
                xml.element("file", "id=\"\(folderIdentifier)\"") { xml in
                    properties(time: "1970-01-01T00:00:00", mode: "0700", inode: 0, &xml)
                    xml.text("type", "directory")
                    xml.text("name", component + ".pkg")
                    file(members.bom, properties: time, &xml)
                    file(members.payload, properties: time, &xml)
                    file(members.packageInfo, properties: nil, &xml)
                }
                if let record { xml.text(recordName, record) }
            }
        }
        return xml.bytes
    }

    private static func file(_ member: XarOutputMember, properties time: String?, _ xml: inout XMLLines) {
        xml.element("file", "id=\"\(member.id)\"") { xml in
            xml.element("data") { xml in
                xml.text("length", String(member.length))
                if member.encoding == .stored { encoding("application/octet-stream", &xml) }
                xml.text("offset", String(member.offset))
                xml.text("size", String(member.size))
                if member.encoding == .zlib { encoding("application/x-gzip", &xml) }
                xml.text("extracted-checksum", Digest.hexadecimal(member.extractedChecksum), "style=\"sha1\"")
                xml.text("archived-checksum", Digest.hexadecimal(member.archivedChecksum), "style=\"sha1\"")
            }
            if let time { properties(time: time, mode: "0644", inode: member.id, &xml) }
            xml.text("type", "file")
            xml.text("name", member.name)
        }
    }

    private static func encoding(_ style: String, _ xml: inout XMLLines) {
        xml.line("<encoding style=\"\(style)\"/>")
    }

    /// Two files of one number are hard links to 7-Zip, which then unpacks the first in place of both; so each has a
    /// number of its own.
    private static func properties(time: String, mode: String, inode: Int, _ xml: inout XMLLines) {
        for element in ["ctime", "mtime", "atime"] { xml.text(element, time + "Z") }
        xml.text("group", "wheel")
        xml.text("gid", "0")
        xml.text("user", "root")
        xml.text("uid", "0")
        xml.text("mode", mode)
        xml.text("deviceno", "0")
        xml.text("inode", String(inode))
    }
}

/// XML that is written a line an element, set in by a blank a level.
private struct XMLLines {
    private(set) var bytes: [UInt8] = []
    private var level = 0

    mutating func line(_ text: String) {
        bytes += [UInt8](repeating: 0x20, count: level)
        bytes += text.utf8
        bytes.append(0x0A)
    }

    mutating func element(_ name: String, _ attributes: String = "", _ body: (inout XMLLines) -> Void) {
        line("<\(name)\(attributes.isEmpty ? "" : " ")\(attributes)>")
        level += 1
        body(&self)
        level -= 1
        line("</\(name)>")
    }

    mutating func text(_ name: String, _ text: String, _ attributes: String = "") {
        line("<\(name)\(attributes.isEmpty ? "" : " ")\(attributes)>\(XMLEscaping.text(text))</\(name)>")
    }
}
