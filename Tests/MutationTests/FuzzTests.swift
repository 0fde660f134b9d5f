import Foundation
import TestSupport
import Testing

/// The same as ``MutationTests`` with ever new seeds, for as long as one likes: `make fuzz`.
///
/// `FUZZ_SECONDS` is the time for each kind of input, `FUZZ_SEED` the seed to start from, `FUZZ_KIND` the only kind to
/// run. The input that is being read lies in `.build/fuzz-inputs`, so that a crash, or what takes longer than a minute and is
/// then killed, leaves it there.
@Suite(.serialized, .enabled(if: Fuzzing.seconds != nil, "make fuzz runs it"))
struct FuzzTests {
    @Test(arguments: Fuzzing.kinds)
    func `no seed makes an input that does harm`(name: String) throws {
        let subject = try #require(try Subject.named(name))
        let folder = Repository.path + "/.build/fuzz-inputs"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let trial = Trial(subject: subject, path: "\(folder)/\(name)", alwaysWrites: true)
        // What is read at first may load libraries.
        _ = try trial.run(subject.file(subject.bytes), "unchanged")
        let memory = MemoryPeak()
        let end = Date().addingTimeInterval(Fuzzing.seconds ?? 0)
        var seed = Fuzzing.seed
        print("fuzz: \(name) from FUZZ_SEED=\(seed), each input in \(trial.path)")
        repeat {
            alarm(60)
            if let fault = try trial.run(seed: seed) {
                Issue.record("\(fault). Again with: make fuzz FUZZ_KIND=\(name) FUZZ_SEED=\(seed) FUZZ_SECONDS=0")
                return
            }
            let growth = memory.growth
            guard growth <= Fuzzing.mostMemory else {
                Issue.record("\(name), seed \(seed): \(growth) bytes more memory than before. It is in \(trial.path)")
                return
            }
            seed &+= 1
        } while Date() < end
        alarm(0)
        print("fuzz: \(name) to seed \(seed &- 1), with \(memory.growth >> 10) KiB more memory at most")
        try FileManager.default.removeItem(atPath: trial.path)
    }
}

/// What the environment asks for.
enum Fuzzing {
    private static let environment = ProcessInfo.processInfo.environment

    /// The time for each kind in seconds; `nil` where nobody asks for a run.
    static let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init)
    /// The first seed; another on each run where none is given.
    static let seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64(UInt32.max)) << 20
    /// The kinds to run.
    static let kinds = environment["FUZZ_KIND"].map { [$0] } ?? Subject.names

    /// How much more memory a kind may take than it does unchanged, in bytes. The inputs have some kilobytes, and deflate
    /// makes at most a thousand times as much of them.
    static let mostMemory = 64 << 20
}
