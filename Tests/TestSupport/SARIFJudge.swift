import Foundation

/// What the public schema of SARIF 2.1.0 asks of the properties that occur, asked by a program that is not ours.
///
/// The schema closes every object but property bags, so a property that is not listed here is a fault too.
public enum SARIFJudge {
    /// What runs the judge; `nil` where it is not installed.
    public static let python = Program("python3")

    /// The faults of a log, a line each; empty where it is right.
    public static func faults(of log: String) throws -> String {
        guard let python else { return "python3 is not installed" }
        let outcome = try python.run(["-c", script], input: Data(log.utf8))
        return outcome.outputText + outcome.errorText
    }

    private static let script = #"""
        import json, re, sys
        from urllib.parse import urlsplit, unquote

        S, I, B, ANY = "string", "integer", "boolean", "any"
        LEVEL = ["none", "note", "warning", "error"]
        BAG = {"*": ANY}
        TEXT = {"text!": S, "markdown": S}
        URI = ("uri-reference",)
        ARTIFACT = {"uri": URI}
        REGION = {"startLine": (I, 1), "startColumn": (I, 1)}
        LOGICAL = {"name": S, "fullyQualifiedName": S, "kind": S}
        LOCATION = {
            "physicalLocation": {"artifactLocation": ARTIFACT, "region": REGION},
            "logicalLocations": ("unique", LOGICAL),
        }
        RESULT = {
            "ruleId": S, "ruleIndex": (I, -1), "level": LEVEL, "message!": TEXT, "locations": ("list", LOCATION),
            "partialFingerprints": {"*": S}, "properties": BAG,
        }
        RULE = {
            "id!": S, "name": S, "shortDescription": TEXT, "fullDescription": TEXT, "help": TEXT,
            "defaultConfiguration": {"level": LEVEL}, "properties": BAG,
        }
        NOTIFICATION = {"level": LEVEL, "message!": TEXT}
        RUN = {
            "tool!": {"driver!": {"name!": S, "version": S, "rules": ("unique", RULE)}},
            "invocations": ("list", {
                "executionSuccessful!": B, "toolExecutionNotifications": ("list", NOTIFICATION),
            }),
            "results": ("list", RESULT),
            "columnKind": ["utf16CodeUnits", "unicodeCodePoints"],
        }
        LOG = {"$schema": ("uri",), "version!": ["2.1.0"], "runs!": ("list", RUN)}

        def fault(path, text): print(f"{path}: {text}")

        def no_doubles(pairs):
            keys = [key for key, _ in pairs]
            if len(set(keys)) != len(keys): fault("$", f"a key stands twice: {keys}")
            return dict(pairs)

        def check(value, form, path):
            if form == ANY: return
            if isinstance(form, dict):
                if not isinstance(value, dict): return fault(path, "is no object")
                known = {key.rstrip("!"): form[key] for key in form}
                for key in form:
                    if key.endswith("!") and key[:-1] not in value: fault(path, f"lacks {key[:-1]}")
                for key, item in value.items():
                    if key in known: check(item, known[key], f"{path}.{key}")
                    elif "*" in known: check(item, known["*"], f"{path}.{key}")
                    else: fault(path, f"has {key}")
            elif isinstance(form, list):
                if value not in form: fault(path, f"is {value!r}, none of {form}")
            elif isinstance(form, tuple) and form[0] in ("list", "unique"):
                if not isinstance(value, list): return fault(path, "is no array")
                for index, item in enumerate(value): check(item, form[1], f"{path}[{index}]")
                if form[0] == "unique" and len({json.dumps(item, sort_keys=True) for item in value}) != len(value):
                    fault(path, "has an item twice")
            elif isinstance(form, tuple) and form[0] == I:
                if type(value) is not int or value < form[1]: fault(path, f"is {value!r}")
            elif isinstance(form, tuple):
                if not isinstance(value, str): return fault(path, "is no string")
                if not re.fullmatch(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-F]{2})+", value):
                    fault(path, f"{value!r} is no URI reference")
                scheme = urlsplit(value).scheme
                if scheme not in (("https",) if form[0] == "uri" else ("", "file")): fault(path, f"scheme {scheme}")
                if form[0] != "uri" and not scheme and value.startswith("/"): fault(path, "is neither relative nor a URI")
                if form[0] != "uri" and "\\" in value: fault(path, "has a backslash")
            elif form == S:
                if not isinstance(value, str): fault(path, "is no string")
            elif form == B:
                if not isinstance(value, bool): fault(path, "is no Boolean")

        log = json.loads(sys.stdin.buffer.read().decode("utf-8", "strict"), object_pairs_hook=no_doubles)
        check(log, LOG, "$")
        if len(log["runs"]) != 1: fault("$.runs", "is not one run")
        for run in log["runs"]:
            rules = run["tool"]["driver"]["rules"]
            if len({rule["id"] for rule in rules}) != len(rules): fault("rules", "an id stands twice")
            for rule in rules:
                for key in ("name", "shortDescription", "fullDescription", "help", "defaultConfiguration"):
                    if not rule.get(key): fault(rule["id"], f"lacks {key}")
            for result in run["results"]:
                index = result.get("ruleIndex")
                if index is not None and rules[index]["id"] != result["ruleId"]: fault("results", "ruleIndex is wrong")
                text = result["message"]["text"]
                if re.search(r"(?<!\{)(?:\{\{)*\{\d+\}", text): fault("results", f"a placeholder in {text!r}")
                if re.search(r"(?<!\\)\[[^\]]*(?<!\\)\]\(", text): fault("results", f"a link in {text!r}")
        """#
}
