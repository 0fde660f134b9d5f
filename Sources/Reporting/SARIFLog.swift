import Findings

// The parts of SARIF 2.1.0 that iapkit writes, by the names of its specification. A property without a value is left
// out, as the schema wants it.

struct SARIFLog: Encodable {
    var schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    var version = "2.1.0"
    var runs: [SARIFRun]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }
}

struct SARIFRun: Encodable {
    var tool: SARIFTool
    var invocations: [SARIFInvocation]
    var results: [SARIFResult]
    /// Columns count Unicode scalars.
    var columnKind = "unicodeCodePoints"
}

struct SARIFTool: Encodable {
    var driver: SARIFDriver
}

struct SARIFDriver: Encodable {
    var name = "iapkit"
    var version: String
    var rules: [SARIFRule]
}

struct SARIFRule: Encodable {
    var id: String
    var name: String
    var shortDescription: SARIFMessage
    var fullDescription: SARIFMessage
    var help: SARIFMessage
    var defaultConfiguration: SARIFConfiguration
    var properties: SARIFRuleProperties
}

struct SARIFConfiguration: Encodable {
    var level: String
}

struct SARIFRuleProperties: Encodable {
    var evidence: WireEvidence
}

/// A message, or a text in several forms.
struct SARIFMessage: Encodable {
    var text: String
    var markdown: String?
}

struct SARIFInvocation: Encodable {
    var executionSuccessful: Bool
    var toolExecutionNotifications: [SARIFNotification]
}

struct SARIFNotification: Encodable {
    var level = "error"
    var message: SARIFMessage
}

struct SARIFResult: Encodable {
    var ruleId: String
    var ruleIndex: Int?
    var level: String
    var message: SARIFMessage
    var locations: [SARIFLocation]
    var partialFingerprints: [String: String]
    var properties: SARIFResultProperties
}

struct SARIFLocation: Encodable {
    var physicalLocation: SARIFPhysicalLocation
    var logicalLocations: [SARIFLogicalLocation]?
}

struct SARIFPhysicalLocation: Encodable {
    var artifactLocation: SARIFArtifactLocation
    var region: SARIFRegion?
}

struct SARIFArtifactLocation: Encodable {
    var uri: String
}

struct SARIFRegion: Encodable {
    var startLine: Int
    var startColumn: Int

    init(_ position: TextPosition) {
        startLine = position.line
        startColumn = position.column
    }
}

struct SARIFLogicalLocation: Encodable {
    var name: String
    var fullyQualifiedName: String
    var kind: String
}

/// What SARIF has no name for.
struct SARIFResultProperties: Encodable {
    /// The key of the property list.
    var key: String?
    /// The value that would be right.
    var suggestion: String?
    /// The shell command that mends it.
    var command: String?
    /// The line in the member of the package.
    var memberLine: Int?
    /// The column in the member of the package.
    var memberColumn: Int?
}
