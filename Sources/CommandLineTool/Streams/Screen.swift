#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is known of the place where the text of a stream is seen: asked once, and passed on as a value.
struct Screen: Sendable, Hashable {
    /// Whether the stream is a terminal.
    let isTerminal: Bool
    /// Whether the cursor can be moved, so that a line can be drawn again: a terminal with a name other than `dumb`.
    let canRedraw: Bool
    /// Whether text has colours.
    let usesColor: Bool
    /// The width of the terminal; `nil` off a terminal, where no line needs to be kept to any.
    ///
    /// So what goes into a pipe or a file never depends on the environment.
    let columns: Int?

    /// The width where a terminal does not tell its own.
    static let usualColumns = 80
    /// The least width that text is fitted to: below, hardly a word would fit.
    private static let leastColumns = 20

    /// Looks at a stream.
    /// - Parameter environment: `COLUMNS` is the width where it is a number, since somebody set it; else the terminal is
    ///   asked.
    init(of stream: StandardStream, color: Options.ColorChoice, environment: [String: String]) {
        self.init(
            isTerminal: stream.isTerminal, color: color, environment: environment, toldColumns: stream.terminalColumns)
    }

    /// Decides by what is known.
    /// - Parameter toldColumns: What the terminal says of its width; `nil` where it says nothing.
    init(isTerminal: Bool, color: Options.ColorChoice, environment: [String: String], toldColumns: Int?) {
        self.isTerminal = isTerminal
        canRedraw = isTerminal && ColorPolicy.hasNamedTerminal(environment)
        usesColor = ColorPolicy.usesColor(color, environment: environment, isTerminal: isTerminal)
        let wanted = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        columns = isTerminal ? max(Self.leastColumns, wanted ?? toldColumns ?? Self.usualColumns) : nil
    }
}

extension StandardStream {
    /// The width that the terminal tells; `nil` where the stream is none, and where it does not know.
    var terminalColumns: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
