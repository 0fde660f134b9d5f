import TestSupport
import Testing

#if os(Linux)
    /// The tool with an address space that is bounded from outside.
    @Suite(.enabled(if: Program("bash") != nil, "bash is not installed"))
    struct MemoryTests {
        /// What the tool takes for inputs in order, libraries and stacks of threads and all, and 128 MiB more. Of the
        /// inputs each has some kilobytes.
        private static func limit(_ folder: TemporaryFolder) throws -> Int {
            try folder.makeContentFolder("whole")
            // Found by halves, as what a program maps at its start depends on the build.
            var (low, high) = (16, 8192)
            while high - low > 16 {
                let middle = (low + high) / 2
                let outcome = try run(["whole"], in: folder, megabytes: middle)
                if outcome.status == 0 { high = middle } else { low = middle }
            }
            return high + 128
        }

        private static func run(_ inputs: [String], in folder: TemporaryFolder, megabytes: Int) throws
            -> Program.Outcome
        {
            try #require(Program("bash")).run(
                [
                    "-c", "ulimit -v \(megabytes * 1024); exec \"$@\"", "bash", BuiltTool.program.path, "validate",
                    "-q",
                    "--jobs", "1",
                ] + inputs, in: folder.path)
        }

        @Test func `packages that claim anything take bounded memory`() throws {
            try withTemporaryFolder { folder in
                let limit = try Self.limit(folder)
                var inputs: [String] = []
                for name in Subject.names {
                    let subject = try #require(try Subject.named(name))
                    guard subject.isPackage else { continue }
                    for seed in 0..<40 as Range<UInt64> {
                        var random = TestRandom(seed: seed)
                        inputs.append("\(name)-\(seed)")
                        try folder.write(inputs[inputs.count - 1], subject.file(Mutation.of(subject.bytes, &random)))
                    }
                }
                let outcome = try Self.run(inputs, in: folder, megabytes: limit)
                #expect(outcome.status == 1 && outcome.error.isEmpty, "\(limit) MiB: \(outcome.errorText)")
            }
        }
    }
#endif
