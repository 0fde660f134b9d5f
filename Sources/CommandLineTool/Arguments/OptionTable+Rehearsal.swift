extension OptionTable {
    /// The options of `rehearse`.
    static let rehearsal: [Option] = [
        Option(
            "app", id: "rehearse-app", value: "DIR",
            "the app's container: a new or empty folder, or the one of an earlier rehearsal; required"
        ) { $0.rehearsal.app = try notEmpty($1, "--app") },
        Option("restore", "restore instead of buying") { options, _ in options.rehearsal.restores = true },
        Option("own", value: "ID", "a product that was bought before (default: all); repeatable") {
            $0.rehearsal.owned.append(try notEmpty($1, "--own"))
        },
        Option(
            "only", id: "rehearse-only", value: "ID",
            "download this product of what is restored, and finish the others without; repeatable"
        ) { $0.rehearsal.wanted.append(try notEmpty($1, "--only")) },
        Option("fail", value: "ID[@PERCENT]", "let a download fail (default: at 50); repeatable") {
            $0.rehearsal.failures.append(try RehearsalOptions.place($1, "--fail", standard: 50))
        },
        Option("cancel", value: "ID[@PERCENT]", "cancel a download (default: at 50); repeatable") {
            $0.rehearsal.cancellations.append(try RehearsalOptions.place($1, "--cancel", standard: 50))
        },
        Option("pause", value: "ID@PERCENT", "pause a download, and resume it 5 seconds later; repeatable") {
            $0.rehearsal.pauses.append(try RehearsalOptions.place($1, "--pause", standard: nil))
        },
        Option("full-disk", value: "ID", "let the disk be full when the app takes over this content; repeatable") {
            $0.rehearsal.fullDisks.append(try notEmpty($1, "--full-disk"))
        },
        Option(
            "quit-at", value: "EVENT[@ID]",
            "let the app quit as this is about to happen: a state such as finished, or "
                + "start, resume, recording, moving, moved, finish, restore-finished"
        ) { $0.rehearsal.quits.append(try RehearsalOptions.quit($1)) },
        Option("rate", value: "BYTES", "the bytes that come in a second (default: 1M); K, M and G as in --max-bytes") {
            $0.rehearsal.bytesPerSecond = try byteCount($1, "--rate")
        },
        Option("fast", "do not wait for the simulated clock (the default)") { options, _ in
            options.rehearsal.waits = false
        },
        Option("real-time", "wait as long as the timeline says") { options, _ in options.rehearsal.waits = true },
        Option("seed", value: "N", "pick another of the orders that Apple leaves open (default: 0)") {
            $0.rehearsal.seed = try RehearsalOptions.seed($1)
        },
        Option(
            "timeline", value: "FORM", choices: RehearsalOptions.Timeline.allCases.map(\.rawValue),
            "the timeline as text (default), as JSON, a line for each event, or none"
        ) { $0.rehearsal.timeline = RehearsalOptions.Timeline(rawValue: $1) },
    ]
}
