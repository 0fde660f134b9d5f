/// Numbers in messages, the same in every locale.
package enum NumberText {
    /// The number with a comma between each three digits (`2,147,483,648`).
    package static func grouped(_ number: some BinaryInteger) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
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
