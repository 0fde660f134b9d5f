package import ContentModel
import Synchronization

/// Counts what a run has done, for whoever shows it while it goes on.
///
/// The work is cut into phases, one at a time, each begun by the thread that starts the others. Those only count: an
/// addition for some hundred kilobytes or for a file, so that it takes no time that could be measured. Where nobody looks
/// there is no meter at all.
package final class WorkMeter: Sendable {
    /// What a run is at.
    package enum Phase: Sendable, Hashable {
        /// Inputs are opened, and the payload of a flat package is read through.
        case opening
        /// The content of the inputs is looked into.
        case checking
        /// Content is compressed and written.
        case packing
        /// The content of two inputs is compared.
        case comparing
        /// The files of a package are written.
        case unpacking
    }

    /// How far a phase is, at one moment.
    package struct Reading: Sendable, Hashable {
        /// The phase.
        package var phase: Phase
        /// Which phase of the run it is, so that two of one kind are told apart.
        package var number: Int
        /// How many things are done: inputs, files or folders.
        package var items: Int64 = 0
        /// How many there are; 0 where that is not known.
        package var itemTotal: Int64 = 0
        /// How many bytes are done.
        package var bytes: Int64 = 0
        /// How many there are; 0 where that is not known. A package may lie about it.
        package var byteTotal: Int64 = 0
        /// The input that work was begun on last, as the user named it.
        package var subject = ""
        /// Whether somebody waits for what was written to be on the disk.
        package var waitsForDisk = false

        /// Creates a reading.
        package init(phase: Phase, number: Int = 1) {
            self.phase = phase
            self.number = number
        }
    }

    private struct Plan {
        var current: Reading?
        var count = 0
    }

    private let plan = Mutex(Plan())
    private let items = Atomic<Int64>(0)
    private let bytes = Atomic<Int64>(0)
    private let waiting = Atomic<Int>(0)

    /// Creates a meter of a run that has yet to begin.
    package init() {}

    /// Begins a phase, and ends the one before.
    /// - Parameters:
    ///   - items: How many things it has to do; 0 where that is not known.
    ///   - bytes: How many bytes; 0 where that is not known.
    ///   - subject: What it works on first.
    package func begin(_ phase: Phase, items: Int = 0, bytes: Int64 = 0, subject: String = "") {
        plan.withLock { plan in
            plan.count += 1
            var reading = Reading(phase: phase, number: plan.count)
            (reading.itemTotal, reading.byteTotal, reading.subject) = (Int64(items), bytes, subject)
            plan.current = reading
            self.items.store(0, ordering: .relaxed)
            self.bytes.store(0, ordering: .relaxed)
        }
    }

    /// Ends the phase: nothing is worked on, or a person is asked.
    package func end() { plan.withLock { $0.current = nil } }

    /// Counts what was done.
    package func add(items: Int64 = 0, bytes: Int64 = 0) {
        if items != 0 { self.items.wrappingAdd(items, ordering: .relaxed) }
        if bytes != 0 { self.bytes.wrappingAdd(bytes, ordering: .relaxed) }
    }

    /// Tells what is worked on now.
    package func name(_ subject: String) { plan.withLock { $0.current?.subject = subject } }

    /// Tells that whoever calls it waits for the disk until `body` returns.
    func waitingForDisk<Result: Sendable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        waiting.wrappingAdd(1, ordering: .relaxed)
        defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
        return try body()
    }

    /// What was counted in the phase, or in the last one.
    package var done: (items: Int64, bytes: Int64) {
        (items.load(ordering: .relaxed), bytes.load(ordering: .relaxed))
    }

    /// How far the run is; `nil` between two phases.
    package var reading: Reading? {
        plan.withLock { plan in
            guard var reading = plan.current else { return nil }
            (reading.items, reading.bytes) = done
            reading.waitsForDisk = waiting.load(ordering: .relaxed) > 0
            return reading
        }
    }

    /// The sum of numbers of bytes: a package may claim any, so it ends at the largest there is.
    package static func sum(_ sizes: some Sequence<Int64>) -> Int64 {
        sizes.reduce(0) { sum, size in
            let (total, isTooLarge) = sum.addingReportingOverflow(max(0, size))
            return isTooLarge ? .max : total
        }
    }
}

extension Optional where Wrapped == WorkMeter {
    /// Tells that whoever calls it waits for the disk until `body` returns.
    func waitingForDisk<Result: Sendable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let self else { return try body() }
        return try self.waitingForDisk(body)
    }
}

/// A source that counts the bytes read through it. Where files are read for what they hold, a large one would otherwise
/// count only when it is done.
package protocol MeteredSource: ContentSource {
    /// The same source, which counts what is read.
    func metered(by meter: WorkMeter) -> any ContentSource
}
