import ContentModel

extension BuildSetting {
    /// Whether a text holds a build setting.
    static func occurs(in text: String) -> Bool { !references(in: text).isEmpty }

    /// Where the build settings of a text stand, as offsets in Unicode scalars.
    static func ranges(in text: String) -> [Range<Int>] {
        let scalars = Array(text.unicodeScalars)
        var start = 0
        return references(in: text).compactMap { setting in
            let wanted = Array(setting.text.unicodeScalars)
            while start + wanted.count <= scalars.count {
                defer { start += 1 }
                let range = start..<start + wanted.count
                if scalars[range].elementsEqual(wanted) {
                    start = range.upperBound - 1
                    return range
                }
            }
            return nil
        }
    }
}
