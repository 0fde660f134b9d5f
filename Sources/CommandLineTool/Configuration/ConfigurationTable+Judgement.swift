import Checks
import Findings
import JSONReading

extension ConfigurationTable {
    private static let code = ConfigurationForm.choice(kind: "finding", codeNames)

    /// Every finding by its code, then every one by its name.
    private static var codeNames: [String] {
        let codes = CheckCatalog.descriptions.map(\.code)
        return codes.map(\.id) + codes.map(\.slug)
    }

    /// How findings count.
    static let judgement: [ConfigurationSetting] = [
        ConfigurationSetting(
            "severity", "How much findings count, by code or name; what is off is not reported.",
            .map(
                kind: "finding", keys: codeNames,
                .choice(kind: "severity", Severity.allCases.map(\.rawValue) + ["off"])),
            example: ["FIL-009": "note"], option: "severity", joinsOption: true,
            commands: ["validate", "pack", "match", "compare", "migrate"]
        ) { node, run in
            var own: [FindingCode: SeverityPolicy.Level] = [:]
            for member in node.members ?? [] {
                guard let code = CheckCatalog.code(named: member.key), let level = member.node.string else { continue }
                if own.updateValue(Severity(rawValue: level).map { .report($0) } ?? .off, forKey: code) != nil {
                    run.reader.note(
                        "'severity' says twice how much \(code.id) counts, by its code and by its name",
                        at: member.offset, hint: "remove one of them")
                }
            }
            // Of what was typed, only the codes named there win.
            for (code, level) in own where run.typed.policy.overrides[code] == nil {
                // A check that was asked for by name runs.
                if level == .off, run.typed.policy.only?.contains(code) == true { continue }
                run.options.policy.overrides[code] = level
            }
        },
        ConfigurationSetting(
            "failOn", "The least severity that makes the exit status 1.",
            .choice(kind: "severity", ["error", "warning", "note", "never"]), example: "error", option: "fail-on",
            commands: ["validate", "pack", "match", "inspect", "compare", "migrate"]
        ) { node, run in run.options.policy.failOn = node.string.flatMap(Severity.init(rawValue:)) },
        ConfigurationSetting(
            "only", "The only checks that run, by code or name.", .list(code), example: ["PID-010"], option: "only",
            commands: ["validate", "pack", "migrate"]
        ) { node, run in run.options.policy.only = codes(node) },
        ConfigurationSetting(
            "skip", "The checks that do not run, by code or name.", .list(code), example: ["FIL-009"], option: "skip",
            commands: ["validate", "pack", "migrate"]
        ) { node, run in
            // A check that was asked for by name runs.
            run.options.policy.skip = codes(node).subtracting(run.typed.policy.only ?? [])
                .subtracting(run.typed.policy.overrides.keys)
        },
        ConfigurationSetting(
            "baseline",
            "The file of known findings that 'iapkit validate --write-baseline FILE' wrote; they do not count.",
            .path, example: "iapkit-baseline.json", option: "baseline", commands: ["validate", "pack"]
        ) { node, run in
            // What is written anew is not gone by.
            if !run.isGiven("write-baseline") { run.options.baseline = node.string.map(run.file.path) }
        },
    ]

    private static func codes(_ node: JSONNode) -> Set<FindingCode> {
        Set((node.array ?? []).compactMap { $0.string.flatMap(CheckCatalog.code(named:)) })
    }
}
