/// Numbers of bytes for people, in units of 1,024 bytes as everywhere in the tool.
enum ByteText {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB"]

    /// `9.5 MiB`, `120 MiB`, `1.2 GiB`.
    static func amount(_ bytes: Double) -> String {
        let unit = unit(for: bytes)
        return "\(number(bytes, in: unit, hasTenths: hasTenths(bytes, in: unit))) \(units[unit])"
    }

    /// `120 of 267 MiB`: both in the unit of the larger one, and the first as wide as the second, so that nothing behind
    /// it moves.
    static func amount(_ bytes: Double, of total: Double) -> String {
        let unit = unit(for: total)
        let hasTenths = hasTenths(total, in: unit)
        let whole = number(total, in: unit, hasTenths: hasTenths)
        let part = number(min(bytes, total), in: unit, hasTenths: hasTenths)
        return String(repeating: " ", count: max(0, whole.utf8.count - part.utf8.count))
            + "\(part) of \(whole) \(units[unit])"
    }

    /// The least unit in which the number has no more than three digits before the point.
    private static func unit(for bytes: Double) -> Int {
        var (unit, value) = (0, bytes)
        while value >= 999.5, unit < units.count - 1 { (unit, value) = (unit + 1, value / 1024) }
        return unit
    }

    private static func hasTenths(_ bytes: Double, in unit: Int) -> Bool {
        unit > 2 || (unit > 0 && inUnit(bytes, unit) < 9.95)
    }

    private static func inUnit(_ bytes: Double, _ unit: Int) -> Double {
        (0..<unit).reduce(bytes) { value, _ in value / 1024 }
    }

    private static func number(_ bytes: Double, in unit: Int, hasTenths: Bool) -> String {
        let value = inUnit(max(0, bytes), unit)
        guard hasTenths else { return String(Int64(value.rounded())) }
        let tenths = Int64((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
