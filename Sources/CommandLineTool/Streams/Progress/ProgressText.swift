import Findings
import Packaging
import Reporting

/// The words for how far a run is.
struct ProgressText {
    let frame: ProgressFrame

    /// One line for a terminal that can draw it again.
    ///
    /// `Packing  [#####-------]   45%  120 of 267 MiB  180 MiB/s  8 s left  CatPhotos`. Where it is too narrow for all,
    /// what matters least is left out.
    /// - Parameter columns: The width of the terminal. The last column stays free: some go to the next line behind it.
    func line(columns: Int) -> String {
        let width = max(1, columns - 1)
        // In the order of the line; what matters most has the least rank.
        var parts: [(rank: Int, text: String)] = [(0, name)]
        if let bar = bar(columns) { parts.append((4, bar)) }
        if let percent { parts.append((1, percent)) }
        parts += amounts.enumerated().map { (2 + 4 * $0, $1) }
        if let rate { parts.append((5, String(repeating: " ", count: max(0, 9 - rate.utf8.count)) + rate)) }
        if let left { parts.append((3, left)) }
        if parts.count == 1 { parts.append((1, Self.duration(frame.elapsed))) }
        func length() -> Int { parts.reduce(-2) { $0 + $1.text.utf8.count + 2 } }
        while length() > width, parts.count > 1, let worst = parts.indices.max(by: { parts[$0].rank < parts[$1].rank })
        {
            parts.remove(at: worst)
        }
        let line = parts.map(\.text).joined(separator: "  ")
        let room = width - length() - 2
        guard !frame.isWaiting, !frame.reading.subject.isEmpty, room >= Self.leastForSubject else {
            return FittedText.start(of: line, columns: width)
        }
        return "\(line)  \(FittedText.end(of: SafeText.escaped(frame.reading.subject), columns: room))"
    }

    /// The same for a log: without what only helps the eye.
    var plain: String {
        let parts = [percent] + amounts + [rate, left]
        let told = parts.compactMap(\.self).map { $0.drop { $0 == " " } }
        return "\(name.lowercased()): \(told.isEmpty ? Self.duration(frame.elapsed) : told.joined(separator: ", "))"
    }

    /// In fewer columns no name can be told from another.
    private static let leastForSubject = 10

    // MARK: Parts

    private var name: String {
        if frame.isWaiting { return "Waiting for the disk" }
        switch frame.reading.phase {
        case .opening: return "Opening"
        case .checking: return "Checking"
        case .packing: return "Packing"
        case .comparing: return "Comparing"
        case .unpacking: return "Unpacking"
        }
    }

    private var noun: String {
        switch frame.reading.phase {
        case .opening: "inputs"
        case .packing: "folders"
        case .checking, .comparing, .unpacking: "files"
        }
    }

    /// Whole percents, rounded down: 100 is all.
    private var percent: String? {
        guard !frame.isWaiting, let fraction = frame.fraction else { return nil }
        let number = String(Int(fraction * 100))
        return String(repeating: " ", count: 3 - number.utf8.count) + number + "%"
    }

    private func bar(_ columns: Int) -> String? {
        guard !frame.isWaiting, let fraction = frame.fraction, columns >= 60 else { return nil }
        let length = columns < 100 ? 12 : 24
        let done = Int(fraction * Double(length))
        return "[\(String(repeating: "#", count: done))\(String(repeating: "-", count: length - done))]"
    }

    /// Bytes, then things, as far as there is something to say of them.
    private var amounts: [String] {
        let reading = frame.reading
        guard !frame.isWaiting else { return [] }
        var amounts: [String] = []
        if reading.byteTotal > 0 {
            amounts.append(ByteText.amount(Double(reading.bytes), of: Double(reading.byteTotal)))
        }
        if reading.itemTotal > 1 {
            let (done, all) = (
                NumberText.grouped(min(reading.items, reading.itemTotal)), NumberText.grouped(reading.itemTotal)
            )
            amounts.append(
                String(repeating: " ", count: max(0, all.utf8.count - done.utf8.count)) + "\(done) of \(all) \(noun)")
        }
        if countsBytesOnly { amounts.append(ByteText.amount(Double(reading.bytes))) }
        return amounts
    }

    /// Whether bytes are counted and nobody knows how many there are.
    private var countsBytesOnly: Bool {
        (frame.reading.phase == .opening || frame.reading.itemTotal == 0) && frame.reading.byteTotal == 0
            && frame.reading.bytes > 0
    }

    private var rate: String? {
        guard !frame.isWaiting, frame.reading.byteTotal > 0 || countsBytesOnly, let rate = frame.rate, rate >= 1 else {
            return nil
        }
        return ByteText.amount(rate) + "/s"
    }

    private var left: String? {
        guard !frame.isWaiting, let seconds = frame.secondsLeft else { return nil }
        return Self.duration(Self.coarse(seconds)) + " left"
    }

    // MARK: Times

    /// As exact as an estimate can be: to a second below ten, to five below a minute, to ten below ten minutes.
    private static func coarse(_ seconds: Double) -> Double {
        let step: Double = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 10 : 60
        return max(1, (seconds / step).rounded(.up) * step)
    }

    /// `8 s`, `2 min 10 s`, `1 h 5 min`.
    static func duration(_ seconds: Double) -> String {
        let seconds = Int(max(0, seconds))
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s" }
        let minutes = seconds / 60
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
