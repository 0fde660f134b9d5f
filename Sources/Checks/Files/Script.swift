import Findings

/// A file of the payload is a script for an interpreter of the system.
struct Script: Check {
    static let readsPayload = true
    static let description = FindingDescription(
        code: FindingCode("FIL-002", "script"),
        defaultSeverity: .warning,
        summary: "Content should not hold scripts",
        why: "A file that starts with '#!' and a path is run by that program on a desktop system. No app runs it, and "
            + "whoever looks for executable code may take it for some. Often it is a build script that was left "
            + "behind.",
        remedy: "Take the file out; or, if the app reads it as data, drop its first line or lower this finding.",
        evidence: .judgement("Apple forbids executable code; whether a script counts as such was never published"))

    static var examples: [CheckExample] {
        [
            CheckExample(
                "a script of the shell", .contentFolder(extra: ["Contents/build.sh": .text("#!/bin/sh\nexit\n")]),
                expected: [ExpectedFinding("FIL-002", .warning, member: "Contents/build.sh")]),
            CheckExample(
                "sound that starts with the same two characters, and the mark further on",
                .contentFolder(extra: [
                    "Contents/a.amr": .text("#!AMR\n"), "Contents/b.txt": .text(" #!/bin/sh\n"),
                ]), expected: []),
        ]
    }

    func run(on context: CheckContext, report: (Finding) -> Void) {
        for (file, notes) in context.allSniffed {
            guard case .script(let interpreter) = file.kind else { continue }
            report(
                Self.finding(
                    Text.script(Wording.quoted(file.path), interpreter: interpreter),
                    at: context.location(of: file.path), notes: notes,
                    remedy: Remedy("take the file out of the content, if the app does not read it as data")))
        }
    }
}

private enum Text {
    static func script(_ path: String, interpreter: String) -> String {
        "\(path) is a script for \(Wording.quoted(interpreter)); content should not hold any"
    }
}
