extension ReportFormat {
    /// Whether a file that begins with these bytes is an earlier report of this format, of `validate` or `pack`. Text begins
    /// in any way, so of that it is never seen.
    package func isBegun(by head: [UInt8]) -> Bool { beginnings.contains { head.starts(with: $0.utf8) } }

    private var beginnings: [String] {
        switch self {
        case .text: []
        // Keys are sorted, and without an input there is no list of checks.
        case .json: ["{\n  \"checkLists\" : [\n", "{\n  \"command\" : \""]
        case .sarif: ["{\n  \"$schema\" : \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/"]
        case .junit: ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"iapkit "]
        case .github: ["::error ", "::warning ", "::notice "]
        }
    }
}
