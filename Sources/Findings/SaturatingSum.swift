extension FixedWidthInteger {
    /// The sum, or the largest number where it would be larger: sizes may be what somebody made up.
    package func addingSaturated(_ other: Self) -> Self {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? (other < 0 ? .min : .max) : sum
    }
}
