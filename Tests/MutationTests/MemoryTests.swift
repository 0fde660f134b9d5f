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

        @Test(.enabled(if: Program("python3") != nil, "python3 is not installed"))
        func `a small asset pack whose headers have very many fields takes bounded memory`() throws {
            try withTemporaryFolder { folder in
                let limit = try Self.limit(folder)
                let fields = [UInt8]("XYZ*".utf8)
                let header = RawAppleArchive.header(
                    [RawAppleArchive.field("TYP1", [0x57])] + [[UInt8]](repeating: fields, count: 16_000))
                // Blocks of 60 headers each, in all of which there are some 10 million fields.
                let packed = try RawAppleArchive.python("zlib.compress(data * 60)", header)
                let size = UInt64(header.count * 60)
                let blocks = [(unpacked: UInt64, bytes: [UInt8])](repeating: (size, packed), count: 10)
                let pack = RawAppleArchive.folder("Contents")
                let file = RawAppleArchive.blocks("z", size: size, [(UInt64(pack.count), pack)] + blocks)
                #expect(file.count < 1 << 20)
                try folder.write("fields", file)
                let outcome = try Self.run(["fields"], in: folder, megabytes: limit)
                #expect(outcome.status == 1 && outcome.error.isEmpty, "\(limit) MiB: \(outcome.errorText)")
            }
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
