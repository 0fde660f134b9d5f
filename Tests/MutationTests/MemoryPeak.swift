import Foundation

/// How much more memory this process had at most since a moment than it had then.
struct MemoryPeak {
    private let start: Int

    /// Starts at this moment.
    init() {
        #if os(Linux)
            // The peak is the present size again (proc(5), clear_refs). Where that is forbidden it stays, and hides as
            // much as it is above.
            if let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") {
                try? file.write(contentsOf: Data("5".utf8))
                try? file.close()
            }
        #endif
        start = Self.peak()
    }

    /// The growth of the peak in bytes.
    var growth: Int { Self.peak() - start }

    private static func peak() -> Int {
        #if os(Linux)
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) * 1024
        #else
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #endif
    }
}
