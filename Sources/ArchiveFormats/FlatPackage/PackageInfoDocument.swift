internal import XMLReading

/// `PackageInfo`, the description of a component in a flat package.
///
/// Hosted content is known by `content-type="in-app"`, has version 0 and no `install-location`: that is what
/// `productbuild --content` wrote in every package measured.
package struct PackageInfoDocument: Sendable, Hashable {
    /// The component's identifier; for hosted content the name of the content folder.
    package var identifier: String
    /// The component's version; `0` for hosted content.
    package var version: String?
    /// `in-app` for hosted content.
    package var contentType: String?
    /// Where an installer would put the payload; hosted content has none.
    package var installLocation: String?
    /// The program that made the package.
    package var generatorVersion: String?
    /// How many entries the payload has, its root counted.
    package var numberOfFiles: Int?
    /// What the payload takes on disk, in units of 1,024 bytes.
    package var installKBytes: Int?
    /// Whether an installer would run scripts.
    package var hasScripts = false

    /// The content type of hosted content.
    package static let hostedContentType = "in-app"

    /// Describes a component.
    package init(
        identifier: String, version: String? = "0", contentType: String? = Self.hostedContentType,
        generatorVersion: String? = nil, numberOfFiles: Int? = nil, installKBytes: Int? = nil
    ) {
        self.identifier = identifier
        self.version = version
        self.contentType = contentType
        self.generatorVersion = generatorVersion
        self.numberOfFiles = numberOfFiles
        self.installKBytes = installKBytes
    }

    /// Reads the document.
    /// - Throws: `damaged` where it is no XML, `unsupported` where its root is not `pkg-info`.
    package init(_ bytes: [UInt8]) throws(StreamFault) {
        var root: XMLStartTag?
        var payload: XMLStartTag?
        var hasScripts = false
        let faults = XMLReader.read(bytes, limits: FlatPackageXML.limits) { event in
            guard case .start(let tag) = event else { return true }
            if root == nil {
                root = tag
            } else if tag.name == "payload", payload == nil {
                payload = tag
            } else if tag.name == "scripts" {
                hasScripts = true
            }
            return true
        }
        if let fault = faults.first { throw StreamFault(.damaged, fault.flatPackageReason) }
        guard let root, root.name == "pkg-info" else {
            throw StreamFault(.unsupported, "its root is <\(root?.name ?? "")>, not <pkg-info>")
        }
        identifier = root["identifier"] ?? ""
        version = root["version"]
        contentType = root["content-type"]
        installLocation = root["install-location"]
        generatorVersion = root["generator-version"]
        numberOfFiles = payload?["numberOfFiles"].flatMap { Int($0) }
        installKBytes = payload?["installKBytes"].flatMap { Int($0) }
        self.hasScripts = hasScripts
    }

    /// The document as Apple's tools write it, without a final line break.
    /// - Parameter form: Whose form; they differ in the declaration.
    package func bytes(_ form: FlatPackageForm) -> [UInt8] {
        let attributes = [
            ("overwrite-permissions", "true"), ("relocatable", "false"), ("identifier", identifier),
            ("postinstall-action", "none"), ("version", version ?? "0"), ("format-version", "2"),
            ("generator-version", generatorVersion ?? ""), ("content-type", contentType ?? ""), ("auth", "root"),
        ]
        let shown = attributes.map { "\($0)=\"\(XMLEscaping.attribute($1))\"" }.joined(separator: " ")
        let text = """
            \(form.declaration)
            <pkg-info \(shown)>
                <payload numberOfFiles="\(numberOfFiles ?? 0)" installKBytes="\(installKBytes ?? 0)"/>
                <bundle-version/>
                <upgrade-bundle/>
                <update-bundle/>
                <atomic-update-bundle/>
                <strict-identifier/>
                <relocate/>
            </pkg-info>
            """
        return Array(text.utf8)
    }
}

/// Whose form the documents of a flat package have.
package enum FlatPackageForm: Sendable, Hashable {
    /// That of macOS today.
    case current
    /// That of 2015.
    case xcode6

    /// The XML declaration; `standalone` went in 2016.
    var declaration: String {
        switch self {
        case .current: #"<?xml version="1.0" encoding="utf-8"?>"#
        case .xcode6: #"<?xml version="1.0" encoding="utf-8" standalone="no"?>"#
        }
    }
}

enum FlatPackageXML {
    /// Neither document has more than some kilobytes in hosted content; an installer's Distribution may hold scripts.
    static let limits = XMLLimits(bytes: 4 << 20, depth: 64, elements: 200_000)
}

extension XMLFault {
    /// The fault as a clause with its place.
    var flatPackageReason: String {
        guard let position else { return detail }
        return "\(detail) (line \(position.line), column \(position.column))"
    }
}
