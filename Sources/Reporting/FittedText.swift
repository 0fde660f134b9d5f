/// Text made to fit some columns of a terminal; what is gone has `…` in its place.
package enum FittedText {
    /// As much of the start as fits.
    package static func start(of text: String, columns: Int) -> String { DisplayWidth.cut(text, to: columns) }

    /// As much of the end as fits: of a path, that is what tells it from others.
    package static func end(of text: String, columns: Int) -> String {
        DisplayWidth.cut(text, to: columns, keepsEnd: true)
    }
}
