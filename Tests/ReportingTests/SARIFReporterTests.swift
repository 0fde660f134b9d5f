import Findings
import TestSupport
import Testing

@testable import Reporting

@Suite struct SARIFReporterTests {
    @Test(
        .enabled(if: SARIFJudge.python != nil, "python3 is not installed"),
        arguments: [CISamples.empty, CISamples.oneOfEach, CISamples.hostile, CISamples.noLocation])
    func `a log keeps to the public schema`(report: Report) throws {
        #expect(try SARIFJudge.faults(of: SARIFReporter().render(report)).isEmpty)
    }

    @Test(.enabled(if: SARIFJudge.python != nil, "python3 is not installed"))
    func `the judge sees what the schema forbids`() throws {
        let log = SARIFReporter().render(CISamples.oneOfEach)
        for (right, wrong, fault) in [
            ("\"executionSuccessful\"", "\"successful\"", "$.runs[0].invocations[0]: lacks executionSuccessful"),
            ("\"level\" : \"note\"", "\"level\" : \"notice\"", "is 'notice', none of"),
            ("\"startLine\" : 8", "\"startLine\" : 0", "region.startLine: is 0"),
            ("Packs/CatPhotos/ContentInfo.plist\"", "Packs/Cat Photos\"", "is no URI reference"),
            ("\"ruleIndex\" : 1", "\"ruleIndex\" : 2", "ruleIndex is wrong"),
            ("\"text\" : \"'.nomedia", "\"text\" : \"[a](b) '.nomedia", "a link in"),
            ("\"columnKind\" : \"unicodeCodePoints\"", "\"columnKind\" : \"bytes\"", "is 'bytes', none of"),
        ] {
            #expect(log.contains(right))
            #expect(try SARIFJudge.faults(of: log.replacing(right, with: wrong)).contains(fault))
        }
    }

    @Test func `an empty report is a whole log`() {
        #expect(
            SARIFReporter().render(CISamples.empty) == """
                {
                  "$schema" : "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
                  "runs" : [
                    {
                      "columnKind" : "unicodeCodePoints",
                      "invocations" : [
                        {
                          "executionSuccessful" : true,
                          "toolExecutionNotifications" : [

                          ]
                        }
                      ],
                      "results" : [

                      ],
                      "tool" : {
                        "driver" : {
                          "name" : "iapkit",
                          "rules" : [

                          ],
                          "version" : "9.9"
                        }
                      }
                    }
                  ],
                  "version" : "2.1.0"
                }

                """)
    }

    @Test func `a finding has its rule, a place, a region only where there is a line, and a package for its members`() {
        #expect(
            results(CISamples.oneOfEach) == """
                "results" : [
                  {
                    "level" : "error",
                    "locations" : [
                      {
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "Packs/CatPhotos/ContentInfo.plist"
                          },
                          "region" : {
                            "startColumn" : 10,
                            "startLine" : 8
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "product ID 'CatPhotos' does not exist.\\nIt can't be changed.\\nTo mend it, change it: iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos"
                    },
                    "partialFingerprints" : {
                      "iapkit/v1" : "64d25c2cd70e5455372e817d7230429dce5b8041b1613895e086da289595f3d1"
                    },
                    "properties" : {
                      "command" : "iapkit edit Packs/CatPhotos --product-id com.example.CatPhotos",
                      "key" : "IAPProductIdentifier",
                      "suggestion" : "com.example.CatPhotos"
                    },
                    "ruleId" : "PID-010",
                    "ruleIndex" : 1
                  },
                  {
                    "level" : "warning",
                    "locations" : [
                      {
                        "logicalLocations" : [
                          {
                            "fullyQualifiedName" : "dist/Dogs.zip!/ContentInfo.plist",
                            "kind" : "resource",
                            "name" : "ContentInfo.plist"
                          }
                        ],
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "dist/Dogs.zip"
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "ContentInfo.plist is an old-style property list.\\nTo mend it, write it as XML."
                    },
                    "partialFingerprints" : {
                      "iapkit/v1" : "ee35168e45a2b32ff17111a7d0f963e7f4d9b502ccceda65f1c227ecc00989a3"
                    },
                    "properties" : {
                      "memberColumn" : 1,
                      "memberLine" : 1
                    },
                    "ruleId" : "PLI-006",
                    "ruleIndex" : 2
                  },
                  {
                    "level" : "note",
                    "locations" : [
                      {
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "file:///elsewhere/Birds"
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "'.nomedia' is hidden."
                    },
                    "partialFingerprints" : {
                      "iapkit/v1" : "34cb92aea4402d89257624aef3a59c5e8433794c50bd9c1aee6fc48f6bf60123"
                    },
                    "properties" : {

                    },
                    "ruleId" : "FIL-009",
                    "ruleIndex" : 0
                  }
                ],
                """)
    }

    @Test func `a rule has all that the check's documentation says`() {
        #expect(
            SARIFReporter().render(CISamples.noLocation).contains(
                #"""
                          "rules" : [
                            {
                              "defaultConfiguration" : {
                                "level" : "note"
                              },
                              "fullDescription" : {
                                "text" : "Because of *it*."
                              },
                              "help" : {
                                "markdown" : "**Why it matters**\n\nBecause of \\*it\\*.\n\n**How to mend it**\n\nMend it.\n\n**What it rests on**\n\nNobody says. (judgement)\n",
                                "text" : "Why it matters: Because of *it*.\nHow to mend it: Mend it.\nWhat it rests on: Nobody says. (judgement)"
                              },
                              "id" : "FIL-009",
                              "name" : "hidden-file",
                              "properties" : {
                                "evidence" : {
                                  "grade" : "judgement",
                                  "source" : "Nobody says."
                                }
                              },
                              "shortDescription" : {
                                "text" : "The rule of <hidden-file>."
                              }
                            }
                          ],
                """#))
    }

    @Test func `hostile names are percent-encoded in references, and no link or placeholder in messages`() {
        #expect(
            results(CISamples.hostile) == #"""
                "results" : [
                  {
                    "level" : "note",
                    "locations" : [
                      {
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "a%0A%0D%250A%3A%3Aerror%3A%3A%3Cb%3E%26%22%27%1B%5B31m%E2%80%AE%00/Contents/%FF%5C%2541%0A%3A%3Ax%20%C3%A9"
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "'a<U+000A><U+000D>%0A::error::<b>&\"'<U+001B>\\[31m<U+202E><U+0000>' and {{0}} and \\[a link\\](http://example.com)."
                    },
                    "partialFingerprints" : {
                      "iapkit/v1" : "d9b56a066b9b97ba017ecaa436cdbeed48aaa50f348d852907ffbde07d26cf5d"
                    },
                    "properties" : {

                    },
                    "ruleId" : "FIL-009",
                    "ruleIndex" : 0
                  },
                  {
                    "level" : "error",
                    "locations" : [
                      {
                        "logicalLocations" : [
                          {
                            "fullyQualifiedName" : "a,b:c.zip!/Contents/]]> --> 100%<U+202E>",
                            "kind" : "resource",
                            "name" : "Contents/]]> --> 100%<U+202E>"
                          }
                        ],
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "a%2Cb%3Ac.zip"
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "m."
                    },
                    "partialFingerprints" : {
                      "iapkit/v1" : "a8d5f6242759b10d06d5fbdae34d814629194b455a2f2894197dbf1abc980a7e"
                    },
                    "properties" : {
                      "key" : "a&b"
                    },
                    "ruleId" : "PID-010",
                    "ruleIndex" : 1
                  }
                ],
                """#)
    }

    @Test func `what could not be done is a notification, and a finding has a place in any case`() {
        let log = SARIFReporter().render(CISamples.noLocation)
        #expect(
            log.contains(
                """
                      "invocations" : [
                        {
                          "executionSuccessful" : false,
                          "toolExecutionNotifications" : [
                            {
                              "level" : "error",
                              "message" : {
                                "text" : "Gone: there is no such file"
                              }
                            }
                          ]
                        }
                      ],
                """))
        #expect(
            results(CISamples.noLocation) == """
                "results" : [
                  {
                    "level" : "note",
                    "locations" : [
                      {
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "."
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "m."
                    },
                    "partialFingerprints" : {
                      "iapkit/v1" : "14cfd63779b6afff8ac0c0aa67f95498d815d67610da439fd89d5aee3c526b9f"
                    },
                    "properties" : {

                    },
                    "ruleId" : "FIL-009",
                    "ruleIndex" : 0
                  }
                ],
                """)
    }

    @Test func `a fingerprint knows neither wording nor line, and tells inputs, members and keys apart`() {
        func fingerprint(
            _ code: String = "PID-010", _ message: String = "m", input: String = "/home/me/repo/Cats",
            member: String? = "ContentInfo.plist", key: String? = "k", line: Int = 1
        ) -> String? {
            var report = CISamples.empty
            report.workingFolders = ["/home/me/repo"]
            report.findings = [
                Finding(
                    code: FindingCode(code, "s"), severity: .error, message: message,
                    location: Location(
                        input: input, member: member, key: key, position: TextPosition(line: line, column: 1)))
            ]
            let log = SARIFReporter().render(report).split(separator: "\n")
            return log.first { $0.contains("iapkit/v1") }.map(String.init)
        }
        let one = fingerprint()
        #expect(one != nil)
        #expect(fingerprint("PID-010", "other words", line: 9) == one)
        #expect(fingerprint(input: "Cats") == one)
        #expect(fingerprint(input: "./Cats") == one)
        let others = [
            fingerprint("PID-011"), fingerprint(input: "Dogs"), fingerprint(member: "Contents/a"),
            fingerprint(member: nil), fingerprint(key: "l"), fingerprint(key: nil),
        ]
        #expect(Set(others + [one]).count == others.count + 1)
    }

    /// The results alone.
    private func results(_ report: Report) -> String {
        let lines = SARIFReporter().render(report).split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0 == "      \"results\" : [" }
        let end = lines.firstIndex { $0 == "      \"tool\" : {" }
        guard let start, let end else { return "" }
        return lines[start..<end].map { $0.dropFirst(6) }.joined(separator: "\n")
    }
}
