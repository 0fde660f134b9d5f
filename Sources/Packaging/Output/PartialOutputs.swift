/// The unfinished files of this process, so that whoever ends it early can remove them first.
package enum PartialOutputs {
    static let registry = PartialOutputRegistry()

    /// Removes every unfinished file; to be called just before the process ends.
    ///
    /// An output that is being given its name at this moment is either complete or not there, never half. No further
    /// one can be begun or completed: whatever still runs gets an error.
    package static func removeAll() { registry.removeAll() }
}
