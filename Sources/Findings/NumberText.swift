/// Numbers in messages, the same in every locale.
package enum NumberText {
    /// The number with a comma between each three digits (`2,147,483,648`).
    package static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        guard digits.utf8.count > 3 else { return number < 0 ? "-" + digits : digits }
        var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.utf8.enumerated() {
            if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `1 entry`, `2 entries`: the number and a noun that ends in the one way or the other.
    package static func count(_ number: Int, _ stem: String, one: String, many: String) -> String {
        "\(grouped(number)) \(stem)\(number == 1 ? one : many)"
    }

    /// `1 file`, `2 files`.
    package static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
