/// Puts one package together from what the threads made of the content, in its order.
protocol PackageAssembler: AnyObject {
    /// Takes what comes next.
    func accept(_ content: PackedContent) throws(PackagingError)

    /// Completes the package.
    func finish() throws(PackagingError) -> CompleteOutput
}
