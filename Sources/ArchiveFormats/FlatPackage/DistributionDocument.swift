internal import XMLReading

/// `Distribution`, which tells an installer what components a flat package has.
package struct DistributionDocument: Sendable, Hashable {
    /// A reference to a component: a `pkg-ref` with text.
    package struct Component: Sendable, Hashable {
        /// The identifier of the component.
        package let identifier: String
        /// The name of its folder in the package, escapes resolved (`CatPhotos.pkg`).
        package let name: String
        /// The version that it gives for the component.
        package let version: String?
        /// What the component takes on disk, in units of 1,024 bytes.
        package let installKBytes: Int?
    }

    /// The components that it refers to.
    package let components: [Component]

    /// Reads the document; the roots of today (`installer-gui-script`) and of old (`installer-script`) are both fine.
    /// - Throws: `damaged` where it is no XML, `unsupported` where its root is another.
    package init(_ bytes: [UInt8]) throws(StreamFault) {
        var root: String?
        var open: (tag: XMLStartTag, depth: Int)?
        var depth = 0
        var text = ""
        var components: [Component] = []
        let faults = XMLReader.read(bytes, limits: FlatPackageXML.limits) { event in
            switch event {
            case .start(let tag):
                if root == nil { root = tag.name }
                depth += 1
                if tag.name == "pkg-ref", open == nil { (open, text) = ((tag, depth), "") }
            case .text(let run):
                // Only the reference's own text: it may hold elements.
                if depth == open?.depth { text += run.content }
            case .end:
                if let (tag, place) = open, depth == place {
                    if let component = Self.component(tag, text: text) { components.append(component) }
                    open = nil
                }
                depth -= 1
            }
            return true
        }
        if let fault = faults.first { throw StreamFault(.damaged, fault.flatPackageReason) }
        guard let root, root == "installer-gui-script" || root == "installer-script" else {
            throw StreamFault(.unsupported, "its root is <\(root ?? "")>, not <installer-gui-script>")
        }
        self.components = components
    }

    private static func component(_ tag: XMLStartTag, text: String) -> Component? {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        var reference = text.drop(while: isBlank)
        while let last = reference.last, isBlank(last) { reference.removeLast() }
        if reference.hasPrefix("file:") { reference = reference.dropFirst(5).drop { $0 == "." || $0 == "/" } }
        if reference.hasPrefix("#") { reference = reference.dropFirst() }
        guard !reference.isEmpty else { return nil }
        return Component(
            identifier: tag["id"] ?? "", name: PercentEscapes.resolved(String(reference)), version: tag["version"],
            installKBytes: tag["installKBytes"].flatMap { Int($0) })
    }

    /// The document that `productbuild --content` makes for one component, without a final line break.
    /// - Parameters:
    ///   - name: The name of the content folder: identifier, choice and, with `.pkg` behind it, component.
    ///   - form: Whose form. Today's names the host architectures and the size of an update.
    package static func bytes(name: String, installKBytes: Int, form: FlatPackageForm) -> [UInt8] {
        let id = XMLEscaping.attribute(name)
        let reference = XMLEscaping.text(PercentEscapes.escaped(name))
        let architectures = form == .current ? #" hostArchitectures="x86_64,arm64""# : ""
        let update = form == .current ? #" updateKBytes="0""# : ""
        let text = """
            \(form.declaration)
            <installer-gui-script minSpecVersion="1">
                <pkg-ref id="\(id)">
                    <bundle-version/>
                </pkg-ref>
                <options customize="never" require-scripts="false"\(architectures)/>
                <choices-outline>
                    <line choice="default">
                        <line choice="\(id)"/>
                    </line>
                </choices-outline>
                <choice id="default"/>
                <choice id="\(id)" visible="false">
                    <pkg-ref id="\(id)"/>
                </choice>
                <pkg-ref id="\(id)" version="0" onConclusion="none" installKBytes="\(installKBytes)"\(update)>\
            #\(reference).pkg</pkg-ref>
            </installer-gui-script>
            """
        return Array(text.utf8)
    }
}

/// The escapes of URLs (RFC 3986), which the reference to a component is written with.
enum PercentEscapes {
    /// The text with everything escaped that can't stand in the path of a URL as it is.
    static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }

    /// The text with every escape resolved; what is no escape stays as it is.
    static func resolved(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@".utf8.contains(byte)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
