/// A configuration that can't be carried out: everything that is wrong with it; nothing was done.
struct ConfigurationError: Error {
    /// The most faults that are told; how many more there are is told too.
    static let toldFaults = 20

    /// One fault.
    struct Fault: Hashable {
        /// The file, with the line and column where they are known.
        let place: String
        /// What is wrong: a clause without a final period.
        let message: String
        /// What was likely meant, or what to do.
        let hint: String?
    }

    /// In the order of the file, at least one.
    let faults: [Fault]

    init(_ faults: [Fault]) { self.faults = faults }

    /// Something that is wrong with the file as a whole.
    init(_ file: String, _ message: String, hint: String? = nil) {
        faults = [Fault(place: file, message: message, hint: hint)]
    }

    /// What is told: lines without the tool's prefix.
    var lines: [String] {
        let told = faults.prefix(Self.toldFaults).flatMap { fault in
            ["\(fault.place): \(fault.message)"] + (fault.hint.map { ["hint: \($0)"] } ?? [])
        }
        let rest = faults.count - Self.toldFaults
        return rest > 0 ? told + ["\(rest) more \(rest == 1 ? "fault is" : "faults are") not told"] : told
    }
}
