/// Hands the content to several packages at once.
///
/// A package that can't be written does not keep the others from being so.
struct PackingSink: PipelineSink {
    private var assemblers: [Result<any PackageAssembler, PackagingError>]
    private let failures: PackingFailures

    /// Starts with packages, or with why one can't be written.
    init(
        _ assemblers: [Result<any PackageAssembler, PackagingError>], failures: PackingFailures = PackingFailures()
    ) {
        self.assemblers = assemblers
        self.failures = failures
    }

    mutating func accept(_ content: PackedContent) throws(PackagingError) {
        var last: PackagingError?
        for index in assemblers.indices {
            do throws(PackagingError) {
                let assembler = try assemblers[index].get()
                try assembler.accept(content)
            } catch {
                assemblers[index] = .failure(error)
                failures.add(error, at: index)
                last = error
            }
        }
        // Where there is nothing left to write, there is nothing to read for.
        if let last, assemblers.allSatisfy({ (try? $0.get()) == nil }) { throw last }
    }

    func finish() -> [Result<CompleteOutput, PackagingError>] {
        assemblers.map { assembler in
            Result { () throws(PackagingError) in try assembler.get().finish() }
        }
    }
}
