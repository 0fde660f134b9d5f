import XMLReading

/// Reads a property list in XML (`PropertyList-1.0.dtd`).
struct XMLPropertyListParser {
    private enum Kind {
        case plist
        case array
        case dictionary
        case key
        /// An element of text: `string`, `integer`, …
        case scalar
        /// An element that property lists don't know.
        case unknown
        /// An element whose fault is reported already, or whose parent's is.
        case skipped
    }

    private struct Element {
        let kind: Kind
        let tag: XMLStartTag
        var text = ""
        var hasChild = false
    }

    private static let kinds: [String: Kind] = [
        "plist": .plist, "array": .array, "dict": .dictionary, "key": .key, "string": .scalar, "integer": .scalar,
        "real": .scalar, "true": .scalar, "false": .scalar, "date": .scalar, "data": .scalar,
    ]

    private var builder = PropertyListBuilder()
    private var open: [Element] = []
    private var hasEnded = false

    /// Each value takes an element, each key another, and `plist` one; depth counts `plist`, and a scalar in the deepest
    /// container.
    static let limits = XMLLimits(
        bytes: 2 * PropertyListReader.maximumBytes, depth: PropertyListReader.maximumDepth + 2,
        elements: 2 * PropertyListReader.maximumValues + 1)

    static func parse(_ text: SourceText) -> PropertyListReading {
        var parser = XMLPropertyListParser()
        let faults = XMLReader.read(text, limits: limits) { event in
            switch event {
            case .start(let tag): parser.start(tag)
            case .text(let text): parser.take(text)
            case .end: parser.end()
            }
            return !parser.builder.isOverLimit
        }
        for fault in faults { parser.builder.faults.add(kind(of: fault.kind), at: fault.position, fault.detail) }
        return PropertyListReading(
            format: .xml, root: parser.hasEnded ? parser.builder.root : nil, faults: parser.builder.faults.inTextOrder)
    }

    private static func kind(of kind: XMLFault.Kind) -> PropertyListFault.Kind {
        switch kind {
        case .truncated: .truncated
        case .notWellFormed, .wrongEncoding: .notWellFormed
        case .entityDeclaration: .entityDeclaration
        case .limitExceeded: .limitExceeded
        }
    }

    // MARK: - Start tags

    private mutating func start(_ tag: XMLStartTag) {
        let kind = accept(tag, as: Self.kinds[tag.name] ?? .unknown)
        if !open.isEmpty { open[open.count - 1].hasChild = true }
        switch kind {
        case .array, .dictionary: builder.openContainer(isDictionary: kind == .dictionary, at: tag.contentPosition)
        case .key:
            if let key = builder.pendingKey {
                report(at: key.position, "the key '\(key.text)' has no value")
                builder.dropKey()
            }
        default: break
        }
        open.append(Element(kind: kind, tag: tag))
    }

    /// Judges whether an element may stand where it stands.
    private mutating func accept(_ tag: XMLStartTag, as kind: Kind) -> Kind {
        guard let parent = open.last else { return acceptRoot(tag, as: kind) }
        switch parent.kind {
        case .skipped, .unknown:
            return .skipped
        case .key, .scalar:
            report(at: tag.position, "<\(tag.name)> stands inside <\(parent.tag.name)>, which holds text only")
            return .skipped
        case .plist where parent.hasChild:
            report(at: tag.position, "<\(tag.name)> is a second value inside <plist>, which holds one")
            return .skipped
        case .plist, .array, .dictionary:
            break
        }
        switch kind {
        case .plist:
            report(at: tag.position, "<plist> stands inside <\(parent.tag.name)>")
            return .skipped
        case .key where parent.kind != .dictionary:
            report(at: tag.position, "<key> stands inside <\(parent.tag.name)>; keys belong into a <dict>")
            return .skipped
        case .key:
            return .key
        case _ where parent.kind == .dictionary && builder.pendingKey == nil:
            report(at: tag.position, "<\(tag.name)> stands in a <dict> without a <key> before it")
            return .skipped
        case .unknown:
            let name = tag.name.lowercased()
            let hint = Self.kinds[name] == nil ? "" : "; it is written <\(name)>"
            report(at: tag.position, "<\(tag.name)> is not an element of property lists\(hint)")
            return .unknown
        default:
            return kind
        }
    }

    private mutating func acceptRoot(_ tag: XMLStartTag, as kind: Kind) -> Kind {
        if kind == .plist { return .plist }
        builder.faults.add(
            .noPropertyListRoot, at: tag.position, "the root element is <\(tag.name)> where <plist> should be")
        return kind == .key || kind == .unknown ? .skipped : kind
    }

    // MARK: - Text and end tags

    private mutating func take(_ text: XMLText) {
        guard let parent = open.last else { return }
        switch parent.kind {
        case .skipped: break
        case .key, .scalar, .unknown: open[open.count - 1].text += text.content
        case .plist, .array, .dictionary:
            if let position = text.firstVisiblePosition {
                report(at: position, "text stands between the elements of <\(parent.tag.name)>")
            }
        }
    }

    private mutating func end() {
        guard let element = open.popLast() else { return }
        hasEnded = open.isEmpty
        switch element.kind {
        case .plist:
            if !element.hasChild { report(at: element.tag.contentPosition, "<plist> holds no value") }
        case .array, .dictionary:
            if let key = builder.pendingKey { report(at: key.position, "the key '\(key.text)' has no value") }
            builder.closeContainer()
        case .key:
            builder.setKey(element.text, at: element.tag.contentPosition)
        case .scalar:
            addScalar(element)
        case .unknown:
            if element.hasChild {
                builder.dropKey()
            } else {
                builder.add(PropertyListNode(.string(element.text), position: element.tag.contentPosition))
            }
        case .skipped:
            break
        }
    }

    private mutating func addScalar(_ element: Element) {
        let scalar = XMLScalar(element: element.tag.name, text: element.text)
        if let problem = scalar.problem { report(at: element.tag.contentPosition, problem) }
        builder.add(
            PropertyListNode(scalar.value, position: element.tag.contentPosition, sourceText: scalar.sourceText))
    }

    private mutating func report(at position: SourcePosition?, _ detail: String) {
        builder.faults.add(.invalidStructure, at: position, detail)
    }
}
