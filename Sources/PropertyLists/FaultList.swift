import XMLReading

/// Faults as they are met, up to a number that nobody reads beyond.
struct FaultList {
    private static let limit = 100
    private(set) var all: [PropertyListFault] = []

    mutating func add(_ kind: PropertyListFault.Kind, at position: SourcePosition?, _ detail: String) {
        if all.count < Self.limit {
            all.append(PropertyListFault(kind, position: position, detail: detail))
        } else if all.count == Self.limit {
            all.append(
                PropertyListFault(
                    .limitExceeded, position: position,
                    detail: "there are more than \(Self.limit) faults; the rest is not listed"))
        }
    }

    /// The faults in the order of the text; those without a place come first.
    var inTextOrder: [PropertyListFault] {
        let start = SourcePosition(line: 0, column: 0)
        return all.enumerated().sorted { left, right in
            let (leftPosition, rightPosition) = (left.element.position ?? start, right.element.position ?? start)
            return (leftPosition, left.offset) < (rightPosition, right.offset)
        }.map(\.element)
    }
}
