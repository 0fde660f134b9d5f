/// `iapkit generate config-schema`: what editors complete and check an `iapkit.json` by, as JSON Schema, draft 7, the one
/// that most of them know.
enum ConfigurationSchema {
    static var text: String {
        var members = [
            JSONOutline.Member("$schema", "http://json-schema.org/draft-07/schema#"),
            JSONOutline.Member("title", "iapkit.json"),
            JSONOutline.Member(
                "description",
                .text(
                    "What iapkit goes by in a folder and those below it. Paths start from the folder of the file; options "
                        + "on the command line win.")),
        ]
        if case .object(let form) = ConfigurationTable.form.schema { members += form }
        return JSONOutline.object(members).document()
    }
}
