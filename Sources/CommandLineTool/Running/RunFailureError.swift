import Findings

/// Work that can't be done, thrown to where the report is made.
struct RunFailureError: Error {
    let failure: RunFailure

    init(_ failure: RunFailure) { self.failure = failure }
}
