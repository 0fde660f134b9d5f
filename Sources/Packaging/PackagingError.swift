/// Why a package could not be written or opened; never a fault of the content.
public struct PackagingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The classes of failure that a caller treats differently.
    public enum Code: Sendable, Hashable {
        /// The output exists and was not to be replaced.
        case outputExists
        /// A file changed, shrank or grew while it was read.
        case changedWhileRead
        /// A file of the content could not be read.
        case unreadable
        /// The output could not be written (disk full, no permission).
        case unwritable
        /// The path names nothing.
        case notFound
        /// The package holds more entries than allowed.
        case tooManyEntries
        /// The format can't hold this content.
        case unsupported
        /// The content is larger than the limit that was set.
        case tooLarge
    }

    /// The class of failure.
    public let code: Code
    /// The file or folder concerned, for people.
    public let subject: String
    /// What is wrong, and why: clauses without a final period.
    public let reason: String
    /// What to do next.
    public let remedy: String?

    /// Creates an error.
    public init(_ code: Code, subject: String, reason: String, remedy: String? = nil) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.remedy = remedy
    }

    /// The whole in one line: place, reason, remedy.
    public var description: String { "\(subject): \(reason)\(remedy.map { "; \($0)" } ?? "")" }
}
