import ContentModel
import PropertyLists
import TestSupport
import Testing

@Suite struct ContentInfoTests {
    private func info(_ body: String) -> ContentInfo {
        ContentInfo(PropertyListReader.read(Array("<plist><dict>\(body)</dict></plist>".utf8)))
    }

    @Test func `both values are found, whatever other keys there are`() {
        let info = ContentInfo(PropertyListReader.read(Array(ContentInfoText.xml().utf8)))
        #expect(info.productIdentifier.text == "com.example.app.pack1")
        #expect(info.contentVersion.text == "1.0")
    }

    @Test func `a missing, doubled, or mistyped value is told apart`() {
        let info = info(
            "<key>IAPProductIdentifier</key><string>a</string><key>IAPProductIdentifier</key><string>a</string>"
                + "<key>ContentVersion</key><real>1.10</real>")
        guard case .ambiguous(let entries) = info.productIdentifier, case .wrongType(let entry) = info.contentVersion
        else {
            Issue.record("\(info.productIdentifier) \(info.contentVersion)")
            return
        }
        #expect(entries.count == 2)
        #expect(entry.node.sourceText == "1.10")
        #expect(info.productIdentifier.text == nil)
        guard case .missing = self.info("").contentVersion else {
            Issue.record("there is no version")
            return
        }
    }

    @Test func `without a dictionary nothing can be said`() {
        let info = ContentInfo(PropertyListReader.read(Array("<plist><array/></plist>".utf8)))
        guard case .unreadable = info.productIdentifier, case .unreadable = info.contentVersion else {
            Issue.record("\(info)")
            return
        }
    }
}
