import Findings

/// The source line of a finding with carets below what is meant:
///
///     8 |     <string>CatPhotos</string>
///       |             ^^^^^^^^^
///
/// A tab is as many spaces as reach the next stop; what can't be seen is shown as its code point, a byte that is no UTF-8
/// as `\xFF`. A long line is cut around the carets.
struct ExcerptText {
    let style: TextStyle

    private static let indent = "    "
    private static let tabStop = 4
    /// How wide a line may be where there is no terminal to tell.
    private static let usualWidth = 120

    /// One column of the source, as it is shown.
    private struct Cell {
        var text: String
        var width: Int
        /// Whether nothing but paper is seen.
        var isBlank: Bool
    }

    /// Two lines, each ended.
    /// - Parameters:
    ///   - number: The line's number.
    ///   - paint: The colour of the carets.
    func render(_ line: SourceLine, number: Int, paint: TextStyle.Paint) -> String {
        let cells = Self.cells(of: line.bytes)
        let columns = line.columns.clamped(to: 0..<cells.count)
        let label = String(number)
        let room = max(16, (style.columns ?? Self.usualWidth) - Self.indent.count - label.count - 3)
        let shown = Self.window(of: cells, around: columns, room: room, line)

        let starts = shown.lowerBound > 0 || line.isCutAtStart ? "…" : ""
        let ends = shown.upperBound < cells.count || line.isCutAtEnd ? "…" : ""
        var last = shown.upperBound
        // Blanks at the end are shown only where they are meant.
        while ends.isEmpty, last > max(shown.lowerBound, columns.upperBound), cells[last - 1].isBlank { last -= 1 }
        let text = starts + cells[shown.lowerBound..<last].map(\.text).joined() + ends
        let before = Self.width(of: cells[shown.lowerBound..<max(shown.lowerBound, columns.lowerBound)])
        let meant = Self.width(of: cells[columns.clamped(to: shown)])
        let carets = style.paint(String(repeating: "^", count: max(1, meant)), paint)

        let gutter = String(repeating: " ", count: label.count)
        let space = String(repeating: " ", count: starts.count + before)
        return Self.indent + style.paint("\(label) |", .faint) + (text.isEmpty ? "" : " " + text) + "\n"
            + Self.indent + style.paint("\(gutter) |", .faint) + " " + space + carets + "\n"
    }

    /// The part of a line that is shown: all of it, or what fits with some of what stands before the place.
    private static func window(
        of cells: [Cell], around columns: Range<Int>, room: Int, _ line: SourceLine
    ) -> Range<Int> {
        let isWhole = !line.isCutAtStart && !line.isCutAtEnd
        // A caret behind the last character takes a column of its own.
        if isWhole, width(of: cells[...]) < room { return 0..<cells.count }
        let room = room - 3
        var (start, end, width) = (columns.lowerBound, columns.lowerBound, 0)
        while start > 0, width + cells[start - 1].width <= room / 3 {
            start -= 1
            width += cells[start].width
        }
        while end < cells.count, width + cells[end].width <= room {
            width += cells[end].width
            end += 1
        }
        while start > 0, width + cells[start - 1].width <= room {
            start -= 1
            width += cells[start].width
        }
        // A mark does not come off its letter.
        while start < columns.lowerBound, cells[start].width == 0 { start += 1 }
        return start..<max(start, end)
    }

    private static func width(of cells: ArraySlice<Cell>) -> Int { cells.reduce(0) { $0 + $1.width } }

    private static func cells(of bytes: [UInt8]) -> [Cell] {
        var cells: [Cell] = []
        var (place, canJoin) = (0, false)
        for column in TextColumn.all(in: bytes) {
            let cell = cell(for: column, at: place, canJoin: canJoin)
            if case .scalar(let scalar) = column {
                canJoin = cell.width > 0 ? scalar != "\t" && !SafeText.isHidden(scalar) : canJoin
            } else {
                canJoin = false
            }
            cells.append(cell)
            place += cell.width
        }
        return cells
    }

    /// - Parameter canJoin: Whether there is a letter before it that a combining mark can join.
    private static func cell(for column: TextColumn, at place: Int, canJoin: Bool) -> Cell {
        switch column {
        case .byte(let byte):
            return escaped("\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
        case .scalar("\t"):
            let width = tabStop - place % tabStop
            return Cell(text: String(repeating: " ", count: width), width: width, isBlank: true)
        case .scalar(let scalar):
            let width = DisplayWidth.of(scalar)
            if SafeText.isHidden(scalar) || (width == 0 && !canJoin) {
                return escaped("<\(SafeText.codePoint(of: scalar))>")
            }
            return Cell(text: String(scalar), width: width, isBlank: scalar == " ")
        }
    }

    private static func escaped(_ text: String) -> Cell { Cell(text: text, width: text.count, isBlank: false) }
}
