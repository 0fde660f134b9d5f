import Findings
import Testing

@Suite struct SeverityPolicyTests {
    private static let first = FindingCode("PID-010", "product-not-found")
    private static let second = FindingCode("LAY-001", "contents-missing")

    private static func finding(_ code: FindingCode, _ severity: Severity) -> Finding {
        Finding(code: code, severity: severity, message: "message", location: Location(input: "pack1"))
    }

    @Test func `the default policy reports everything as it is and fails on errors`() {
        let policy = SeverityPolicy()
        let warning = Self.finding(Self.first, .warning)
        #expect(policy.apply(to: warning) == warning)
        #expect(!policy.fails([warning]))
        #expect(policy.fails([warning, Self.finding(Self.second, .error)]))
    }

    @Test func `an override changes the severity and nothing else`() {
        let policy = SeverityPolicy(overrides: [Self.first: .report(.note)])
        #expect(policy.apply(to: Self.finding(Self.first, .error)) == Self.finding(Self.first, .note))
        #expect(policy.apply(to: Self.finding(Self.second, .error)) == Self.finding(Self.second, .error))
    }

    @Test func `a code that is off is not reported`() {
        let policy = SeverityPolicy(overrides: [Self.first: .off])
        #expect(!policy.reports(Self.first))
        #expect(policy.apply(to: Self.finding(Self.first, .error)) == nil)
    }

    @Test func `only leaves nothing else, and skip wins over it`() {
        let policy = SeverityPolicy(only: [Self.first, Self.second], skip: [Self.second])
        #expect(policy.reports(Self.first))
        #expect(!policy.reports(Self.second))
        #expect(!policy.reports(FindingCode("VER-001", "content-version-format")))
    }

    @Test func `the threshold may be any severity or none`() {
        let findings = [Self.finding(Self.first, .note), Self.finding(Self.second, .warning)]
        #expect(SeverityPolicy(failOn: .note).fails(findings))
        #expect(SeverityPolicy(failOn: .warning).fails(findings))
        #expect(!SeverityPolicy(failOn: .error).fails(findings))
        #expect(!SeverityPolicy(failOn: nil).fails([Self.finding(Self.first, .error)]))
    }
}
