import XMLReading

/// Reads an old-style (OpenStep) property list: `{ key = value; }`, `( a, b )`, `<0fbd77>`, and the same without braces as
/// in a `.strings` file.
struct OldStyleParser {
    private struct Stop: Error {}

    private enum Opening {
        case braces(SourcePosition)
        case parentheses(SourcePosition)
        /// The dictionary that a file without braces is.
        case file
    }

    private var lexer: OldStyleLexer
    private var builder = PropertyListBuilder()
    private var open: [Opening] = []
    /// The key of the last value, for messages.
    private var lastKey: String?
    /// The keys of the open arrays and dictionaries.
    private var containerKeys: [String?] = []
    /// The entries of the root dictionary, where the root is one.
    private var places: [Place] = []

    /// Where an entry stands in the bytes of the text, quotes included.
    struct Place {
        let key: Range<Int>
        /// `nil` where the value is no text, or the key alone stands for both.
        var value: Range<Int>?
    }

    /// Where the entries of the root dictionary stand, in a text that has no fault.
    static func places(in text: SourceText) -> [Place] {
        guard let start = start(of: text) else { return [] }
        var parser = OldStyleParser(lexer: OldStyleLexer(text))
        do { try parser.run(isBraceless: start == .key) } catch { return [] }
        return parser.places
    }

    /// Reads a text; `nil` where it does not look like an old-style property list.
    static func parse(_ text: SourceText) -> PropertyListReading? {
        guard let start = start(of: text) else { return nil }
        var parser = OldStyleParser(lexer: OldStyleLexer(text))
        var isComplete = false
        switch start {
        case .empty:
            parser.builder.faults.add(.empty, at: nil, "it holds nothing but comments")
        case .value, .key:
            do {
                try parser.run(isBraceless: start == .key)
                isComplete = true
            } catch {}
        }
        return PropertyListReading(
            format: .oldStyle, root: isComplete ? parser.builder.root : nil, faults: parser.builder.faults.inTextOrder)
    }

    // MARK: - Recognition

    private enum Start {
        case value
        case key
        case empty
    }

    /// How the text starts: with a brace or parenthesis, or with a key, `=` and what can only be a value.
    private static func start(of text: SourceText) -> Start? {
        var lexer = OldStyleLexer(text)
        guard (try? lexer.skipSpace()) != nil else { return nil }
        guard let first = lexer.next else { return text.fault == nil ? .empty : nil }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "(") { return .value }
        guard lexer.isAtString, (try? lexer.takeString()) != nil, (try? lexer.skipSpace()) != nil,
            lexer.take(UInt8(ascii: "=")), (try? lexer.skipSpace()) != nil, let value = lexer.next
        else { return nil }
        if [UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "(")].contains(value) { return .key }
        // `a = b` without semicolon is the line of some other file.
        guard lexer.isAtString, (try? lexer.takeString()) != nil, (try? lexer.skipSpace()) != nil else { return nil }
        return lexer.next == UInt8(ascii: ";") ? .key : nil
    }

    // MARK: - Parsing

    private mutating func run(isBraceless: Bool) throws {
        if isBraceless {
            builder.openContainer(isDictionary: true, at: lexer.position(of: 0))
            open.append(.file)
            try takeKeyOrEnd()
        }
        while builder.root == nil {
            try takeValue()
            try finishValues()
        }
        try skipSpace()
        if lexer.next != nil { try fail(.notWellFormed, "there is more text behind the end of the root value") }
        if let fault = lexer.text.fault { try fail(fault) }
    }

    private mutating func takeValue() throws {
        try skipSpace()
        let start = lexer.index
        switch lexer.next {
        case UInt8(ascii: "{"):
            let position = lexer.position(of: start)
            lexer.advance()
            try openContainer(.braces(position), isDictionary: true)
            try takeKeyOrEnd()
        case UInt8(ascii: "("):
            let position = lexer.position(of: start)
            lexer.advance()
            try openContainer(.parentheses(position), isDictionary: false)
            try takeItemOrEnd()
        case UInt8(ascii: "<"):
            let position = lexer.position(of: start + 1)
            add(.data(try lexing { lexer throws(OldStyleLexer.Fault) in try lexer.takeData() }), at: position)
        case nil:
            try failAtEnd()
        default:
            let owner = lastKey.map { "; the key '\($0)' has none" } ?? ""
            guard lexer.isAtString else { try fail(.notWellFormed, "a value is expected here\(owner)") }
            let position = lexer.position(of: lexer.isAtQuote ? start + 1 : start)
            let isInRoot = open.count == 1
            add(.string(try lexing { lexer throws(OldStyleLexer.Fault) in try lexer.takeString() }), at: position)
            if isInRoot, !places.isEmpty { places[places.count - 1].value = start..<lexer.index }
        }
        if builder.isOverLimit { throw Stop() }
    }

    /// Goes on behind a value, until another value is to come or the root is complete.
    private mutating func finishValues() throws {
        while builder.root == nil, let container = open.last, !isValueAwaited {
            let valueEnd = lexer.index
            try skipSpace()
            switch container {
            case .braces, .file:
                if lexer.next == nil, case .braces = container { try failAtEnd() }
                guard lexer.take(UInt8(ascii: ";")) else {
                    let owner = lastKey.map { " of '\($0)'" } ?? ""
                    let hint = lexer.isAtString ? "; a value with a space in it needs quotes" : ""
                    try fail(.notWellFormed, "missing semicolon after the value\(owner)\(hint)", at: valueEnd)
                }
                try takeKeyOrEnd()
            case .parentheses:
                if lexer.take(UInt8(ascii: ",")) {
                    try takeItemOrEnd()
                } else if lexer.take(UInt8(ascii: ")")) {
                    closeContainer()
                } else if lexer.next == nil {
                    try failAtEnd()
                } else {
                    try fail(.notWellFormed, "missing comma after an item of the list", at: valueEnd)
                }
            }
        }
    }

    /// Whether the last thing read was a key with `=`, or the start of an item.
    private var isValueAwaited = false

    private mutating func takeKeyOrEnd() throws {
        isValueAwaited = false
        while true {
            try skipSpace()
            let start = lexer.index
            guard let next = lexer.next else {
                guard case .file? = open.last else { try failAtEnd() }
                return closeContainer()
            }
            if next == UInt8(ascii: "}"), case .braces? = open.last {
                lexer.advance()
                return closeContainer()
            }
            guard lexer.isAtString else { try fail(.notWellFormed, "a key is expected here") }
            let position = lexer.position(of: lexer.isAtQuote ? start + 1 : start)
            let key = try lexing { lexer throws(OldStyleLexer.Fault) in try lexer.takeString() }
            builder.setKey(key, at: position)
            lastKey = key
            let keyEnd = lexer.index
            if open.count == 1 { places.append(Place(key: start..<keyEnd)) }
            try skipSpace()
            if lexer.take(UInt8(ascii: "=")) {
                isValueAwaited = true
                return
            }
            // `key;` is short for `key = key;`.
            if lexer.take(UInt8(ascii: ";")) {
                builder.add(PropertyListNode(.string(key), position: position))
                if builder.isOverLimit { throw Stop() }
                continue
            }
            if lexer.next == nil { try failAtEnd() }
            try fail(.notWellFormed, "missing '=' after the key '\(key)'", at: keyEnd)
        }
    }

    private mutating func takeItemOrEnd() throws {
        isValueAwaited = false
        try skipSpace()
        if lexer.take(UInt8(ascii: ")")) { return closeContainer() }
        isValueAwaited = true
    }

    private mutating func openContainer(_ opening: Opening, isDictionary: Bool) throws {
        builder.openContainer(isDictionary: isDictionary, at: lexer.position(of: lexer.index))
        if builder.isOverLimit { throw Stop() }
        open.append(opening)
        containerKeys.append(lastKey)
        lastKey = nil
    }

    private mutating func closeContainer() {
        open.removeLast()
        builder.closeContainer()
        lastKey = containerKeys.popLast() ?? nil
        isValueAwaited = false
    }

    private mutating func add(_ value: PropertyListValue, at position: SourcePosition) {
        builder.add(PropertyListNode(value, position: position))
        isValueAwaited = false
    }

    // MARK: - Faults

    private mutating func skipSpace() throws {
        try lexing { lexer throws(OldStyleLexer.Fault) in try lexer.skipSpace() }
    }

    private mutating func lexing<Result>(
        _ body: (inout OldStyleLexer) throws(OldStyleLexer.Fault) -> Result
    ) throws -> Result {
        do throws(OldStyleLexer.Fault) {
            return try body(&lexer)
        } catch {
            // A text that ends because the rest can't be decoded is not cut short.
            if error.kind == .truncated, let fault = lexer.text.fault { try fail(fault) }
            try fail(error.kind, error.detail, at: error.offset)
        }
    }

    private mutating func failAtEnd() throws -> Never {
        if let fault = lexer.text.fault { try fail(fault) }
        switch open.last {
        case .braces(let position):
            try fail(.truncated, "the text ends before the '{' opened on line \(position.line) is closed")
        case .parentheses(let position):
            try fail(.truncated, "the text ends before the '(' opened on line \(position.line) is closed")
        case .file, nil:
            try fail(.truncated, "the text ends before a value is complete")
        }
    }

    private mutating func fail(_ fault: XMLFault) throws -> Never {
        let kind: PropertyListFault.Kind = fault.kind == .truncated ? .truncated : .notWellFormed
        builder.faults.add(kind, at: fault.position, fault.detail)
        throw Stop()
    }

    private mutating func fail(
        _ kind: PropertyListFault.Kind, _ detail: String, at offset: Int? = nil
    ) throws -> Never {
        builder.faults.add(kind, at: lexer.position(of: offset ?? lexer.index), detail)
        throw Stop()
    }
}
