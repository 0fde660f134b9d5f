import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The recipes of the README, run as far as that goes without the service that they are for.
@Suite struct RecipeTests {
    private static let hasYAML = (try? Program("python3")?.run(["-c", "import yaml"]).status) == 0

    /// A repository with the content folders of the fixtures, one of which has the wrong product ID unless it is mended.
    private func inRepository(mended: Bool, _ body: (TemporaryFolder) throws -> Void) throws {
        try withTemporaryFolder { folder in
            for name in ["Packs", "Photos.storekit"] {
                try FileManager.default.copyItem(
                    atPath: "\(Repository.path)/Fixtures/\(name)", toPath: folder.path(name))
            }
            if mended {
                let outcome = try BuiltTool.run(
                    ["match", "Packs", "--products", "Photos.storekit", "--fix", "--yes"], in: folder.path)
                try #require(outcome.status == 0)
            }
            try body(folder)
        }
    }

    private func shell(
        _ line: String, in folder: TemporaryFolder, _ environment: [String: String] = [:]
    ) throws -> Program.Outcome {
        let own = ["PATH": BuiltTool.searchPath, "CI_NODE_INDEX": "", "CI_NODE_TOTAL": "", "NO_COLOR": ""]
        return try Program(at: "/bin/sh").run(
            ["-euc", line], in: folder.path, environment: own.merging(environment) { $1 })
    }

    private func recipe(_ name: String) -> String { "\(Repository.path)/Fixtures/Recipes/\(name)" }

    /// A command line of a job, with the part of the work that it is for.
    private struct Step: Decodable {
        let job: String
        let line: String
        /// How many jobs share the work, and the number of this one.
        let count: Int
        let index: Int
    }

    /// The command lines of a service's file, in the order in which they run.
    private func steps(of name: String) throws -> [Step] {
        let script = """
            import json, sys, yaml
            document = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
            steps = []
            jobs = document.get("jobs") or {
                name: job for name, job in document.items() if isinstance(job, dict) and "script" in job}
            for name, job in jobs.items():
                shards = job.get("strategy", {}).get("matrix", {}).get("shard")
                count = len(shards) if shards else job.get("parallel", 1)
                for index in shards or range(1, count + 1):
                    lines = [step["run"] for step in job.get("steps", []) if "run" in step] + job.get("script", [])
                    for line in lines:
                        line = line.replace("${{ matrix.shard }}", str(index))
                        steps.append({"job": name, "line": line, "count": count, "index": index})
            print(json.dumps(steps))
            """
        let outcome = try #require(Program("python3")).run(["-c", script, recipe(name)])
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try JSONDecoder().decode([Step].self, from: outcome.output)
    }

    /// Runs the steps of a file; a step of a service that does not stop at failed jobs is run all the same.
    private func statuses(of name: String, in folder: TemporaryFolder) throws -> [Int32] {
        try steps(of: name).map { step in
            #expect(!step.line.contains("${{"), "\(step.line)")
            let numbers = ["CI_NODE_INDEX": "\(step.index)", "CI_NODE_TOTAL": "\(step.count)"]
            return try shell(step.line, in: folder, numbers).status
        }
    }

    @Test(.enabled(if: hasYAML, "Python's yaml is not installed"), arguments: ["github-actions.yml", "gitlab-ci.yml"])
    func `a job stops at the wrong product ID, and packs what is right`(name: String) throws {
        try inRepository(mended: false) { folder in
            let statuses = try statuses(of: name, in: folder)
            #expect(statuses == [1, 1])
            #expect(!FileManager.default.fileExists(atPath: folder.path("dist/CatPhotos.zip")))
        }
        try inRepository(mended: true) { folder in
            let statuses = try statuses(of: name, in: folder)
            #expect(statuses == [0, 0])
            #expect(Repository.files(inFolder: folder.path("dist")).count == 4)
            let report = name.hasPrefix("github") ? "findings.sarif" : "content.xml"
            #expect(FileManager.default.fileExists(atPath: folder.path(report)))
        }
    }

    @Test(
        .enabled(if: hasYAML, "Python's yaml is not installed"),
        arguments: ["github-actions-shards.yml", "gitlab-ci-shards.yml"])
    func `four jobs share the folders, and the fifth tells what they found`(name: String) throws {
        try inRepository(mended: false) { folder in
            let statuses = try statuses(of: name, in: folder)
            #expect(statuses.count == 5)
            #expect(statuses.dropLast().sorted() == [0, 0, 0, 1])
            #expect(statuses.last == 1)
        }
        try inRepository(mended: true) { folder in
            let statuses = try statuses(of: name, in: folder)
            #expect(statuses == [0, 0, 0, 0, 0])
        }
    }

    @Test func `Xcode Cloud stops before Xcode starts`() throws {
        for (mended, status) in [(false, Int32(1)), (true, 0)] {
            try inRepository(mended: mended) { folder in
                let scripts = try folder.makeFolder("ci_scripts")
                let outcome = try Program(at: "/bin/sh").run(
                    [recipe("ci_post_clone.sh")], in: scripts,
                    environment: ["PATH": BuiltTool.searchPath, "CI_PRIMARY_REPOSITORY_PATH": folder.path])
                #expect(outcome.status == status)
                #expect(outcome.outputText.contains("Packs/CatPhotos"))
            }
        }
    }

    @Test(.enabled(if: Program("git") != nil, "git is not installed"))
    func `a commit is refused for what is in it, not for what lies beside it`() throws {
        try inRepository(mended: true) { folder in
            let identity = "-c user.name=t -c user.email=t@example.com -c commit.gpgsign=false"
            func git(_ words: String) throws -> Int32 {
                try shell("git \(identity) \(words)", in: folder, ["HOME": folder.path]).status
            }
            #expect(try git("init -q .") == 0)
            try FileManager.default.copyItem(
                atPath: recipe("pre-commit"), toPath: folder.path(".git/hooks/pre-commit"))
            #expect(try git("add -A") == 0)
            #expect(try git("commit -qm right") == 0)
            // Wrong in the working folder only: nothing of it is committed.
            let edit = "iapkit edit Packs/CatPhotos --product-id CatPhotos"
            #expect(try shell(edit, in: folder).status == 0)
            try folder.write("README", "x")
            #expect(try git("add README") == 0)
            #expect(try git("commit -qm other") == 0)
            #expect(try git("add Packs") == 0)
            let refused = try shell("git \(identity) commit -qm wrong", in: folder, ["HOME": folder.path])
            #expect(refused.status == 1)
            #expect((refused.outputText + refused.errorText).contains("Packs/CatPhotos/ContentInfo.plist"))
            #expect(try shell("git log --format=%s", in: folder).outputText == "other\nright\n")
            // A baseline that is committed counts here too.
            let known = "iapkit validate Packs --products Photos.storekit --write-baseline iapkit-baseline.json -q"
            #expect(try shell(known, in: folder).status == 0)
            try folder.write("iapkit.json", #"{"baseline": "iapkit-baseline.json"}"#)
            #expect(try git("add iapkit.json iapkit-baseline.json") == 0)
            #expect(try git("commit -qm known") == 0)
            #expect(try git("rm -qr --cached Packs") == 0)
            #expect(try git("commit -qm gone") == 0)
        }
    }

    @Test(.enabled(if: Program("make") != nil, "make is not installed"))
    func `the rules for make check in several jobs, and pack`() throws {
        try inRepository(mended: false) { folder in
            let outcome = try shell("make -j3 -f '\(recipe("Packs.mk"))' check-packs", in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.outputText.contains("'CatPhotos'"))
            let whole = try BuiltTool.run(
                ["validate", "Packs", "--products", "Photos.storekit"], in: folder.path)
            #expect(outcome.outputText.hasSuffix(whole.outputText))
        }
        try inRepository(mended: true) { folder in
            for targets in ["check-packs packs", "packs"] {
                let outcome = try shell("make -s -j3 -f '\(recipe("Packs.mk"))' \(targets)", in: folder)
                #expect(outcome.status == 0)
            }
            #expect(Repository.files(inFolder: folder.path("dist")).count == 4)
        }
    }

    @Test(.enabled(if: Program("make") != nil, "make is not installed"))
    func `the image is made with targets that there are, and holds what they install`() throws {
        let lines = try Repository.text("Fixtures/Recipes/Dockerfile").split(separator: "\n").map(String.init)
        let build = try #require(lines.first { $0.hasPrefix("RUN make ") })
        var folder: String?
        for command in build.dropFirst("RUN ".count).components(separatedBy: " && ") {
            let words = command.split(separator: " ").map(String.init)
            try #require(words.first == "make")
            let outcome = try #require(Program("make")).run(["-n"] + words.dropFirst(), in: Repository.path)
            #expect(outcome.status == 0, "\(outcome.errorText)")
            folder = words.last { $0.hasPrefix("DESTDIR=") }.map { String($0.dropFirst("DESTDIR=".count)) } ?? folder
        }
        let image = try #require(folder)
        #expect(lines.contains("RUN ! ldd \(image)/usr/local/bin/iapkit"))
        #expect(lines.last == "COPY --from=build \(image) /")
        #expect(lines.count { $0.hasPrefix("FROM ") } == 2)
    }

    @Test(.enabled(if: Program("parallel") != nil, "GNU parallel is not installed"))
    func `GNU parallel's parts come to the same as one run`() throws {
        try inRepository(mended: false) { folder in
            let outcome = try shell("sh '\(recipe("parallel.sh"))'", in: folder, ["HOME": folder.path])
            let whole = try BuiltTool.run(["validate", "Packs", "--products", "Photos.storekit"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.outputText == whole.outputText)
        }
    }

    @Test(.enabled(if: Program("shellcheck") != nil, "shellcheck is not installed"))
    func `shellcheck has nothing to say`() throws {
        let names = ["pre-commit", "ci_post_clone.sh", "parallel.sh"]
        let outcome = try #require(Program("shellcheck")).run(names.map(recipe))
        #expect(outcome.outputText.isEmpty)
        #expect(outcome.status == 0)
    }
}
