/// `iapkit generate man`: iapkit(1) in the macros of mdoc, which mandoc and groff both know.
enum ManualPage {
    /// The day that the page bears; it changes with the version, never with the day on which the page is made.
    private static let date = "November 30, 2026"

    static func text(version: String) -> String {
        """
        .\\" Made by 'iapkit generate man'.
        .Dd \(date)
        .Dt IAPKIT 1
        .Os
        .Sh NAME
        .Nm iapkit
        .Nd pack and check In\\-App Purchase content
        .Sh SYNOPSIS
        .Nm
        .Ar command
        .Op Ar options
        .Op Fl \\&\\-
        .Op Ar operand ...
        .Nm
        .Cm help
        .Op Ar command
        .Nm
        .Fl \\&\\-version
        .Sh DESCRIPTION
        \(paragraphs(description + ["This is the page of version \(version)."]))\
        .Sh COMMANDS
        \(CommandTable.all.map(section).joined())\
        .Sh ENVIRONMENT
        \(list(ProcessEnvironment.table.map { (".It Ev \(Roff.arguments($0.name))", $0.meaning) }))\
        .Sh FILES
        \(list(files.map { (".It Pa \(Roff.arguments($0.name))", $0.meaning) }))\
        .Sh EXIT STATUS
        \(list(statuses.map { (".It \(Roff.arguments("\($0.rawValue)"))", $0.meaning + ".") }))\
        .Sh EXAMPLES
        \(paragraphs(["Check the content folder CatPhotos, and that its product exists; then write dist/CatPhotos.zip:"]))\
        \(Roff.literal([
            "$ iapkit validate CatPhotos --products Photos.storekit",
            "$ iapkit pack CatPhotos --products Photos.storekit -o dist",
        ]))\
        .Sh SEE ALSO
        .Xr bsdtar 1 ,
        .Xr plutil 1 ,
        .Xr productbuild 1 ,
        .Xr unzip 1 ,
        .Xr zip 1
        .Sh CAVEATS
        \(paragraphs(hosting))
        """
    }

    private static var statuses: [ExitStatus] { [.success, .findings, .usage, .failure] }

    private static let description = [
        "iapkit packs content folders of In-App Purchase, and stops a wrong product ID before anything is uploaded.",
        "Options may stand before or after operands, and -- ends them. A value is given as --option=value or --option value. "
            + "The result goes to standard output, and everything else to standard error.",
    ]

    private static let hosting = [
        "Apple takes no new hosted In-App Purchase content since Xcode 13.3 (March 2022). What Apple hosts already stays "
            + "available, and the calls of StoreKit that download it are deprecated. A package made now is for your own "
            + "server, an archive or an old pipeline.",
        "No check is Apple's, and none promises that Apple accepts a file.",
    ]

    private static let files: [(name: String, meaning: String)] = [
        (
            "ContentInfo.plist",
            "At the root of a content folder: the product ID (IAPProductIdentifier) and the version (ContentVersion)."
        ),
        ("Contents/", "Beside it: the payload, which the app is given."),
        (
            "iapkit.json",
            "In the current folder, or above it up to the root of the repository (the folder that holds .git): what is "
                + "checked and packed, and how, where no option says otherwise. Outside of a repository only the current "
                + "folder is looked in. 'iapkit init --config' makes one."
        ),
    ]

    private static func section(for command: any Command.Type) -> String {
        let words = command.usage.split(separator: " ").map { word in
            word.hasPrefix("-")
                ? "Fl \(Roff.arguments(String(word.dropFirst())))" : "Ar \(Roff.arguments(String(word)))"
        }
        var text = ".Ss iapkit \(Roff.arguments(command.name))\n"
        text += ".Nm iapkit\n.Cm \(Roff.arguments(command.name))\n.Op Ar options\n"
        if command.usage == command.operands, !words.isEmpty { text += ".Op Fl \\&\\-\n" }
        text += words.map { ".\($0)\n" }.joined()
        text += ".Pp\n"
        text += Roff.paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        text += command.discussion.map { ".Pp\n" + Roff.paragraph($0) }.joined()
        text += ".Pp\nOptions:\n"
        text += list(command.options.map { (tag(of: $0), HelpText.description(of: $0)) })
        text += ".Pp\nExamples:\n"
        text += Roff.literal(
            command.examples.flatMap { ["$ \($0.command)", "    \($0.effect)"] })
        return text
    }

    private static func tag(of option: Option) -> String {
        let letter = option.letter.map { "Fl \(Roff.arguments("\($0)")) , " } ?? ""
        let value = option.value.map { " Ar \(Roff.arguments($0))" } ?? ""
        return ".It \(letter)Fl \(Roff.arguments("-\(option.name)"))\(value)"
    }

    private static func list(_ rows: [(tag: String, text: String)]) -> String {
        ".Bl -tag -width Ds\n" + rows.map { "\($0.tag)\n\(Roff.paragraph($0.text))" }.joined() + ".El\n"
    }

    private static func paragraphs(_ texts: [String]) -> String {
        texts.map { Roff.paragraph($0) }.joined(separator: ".Pp\n")
    }
}
