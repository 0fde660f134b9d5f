import ArchiveFormats
import ContentModel
import TestSupport

/// Right inputs with much of what their formats have.
enum Samples {
    /// An XML property list.
    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <!-- what a pack is -->
        <dict>
        \t<key>ContentVersion</key><string>1.0</string>
        \t<key>IAPProductIdentifier</key>
        \t<string>com.example.app&#46;pack1 &#x1F698; &amp; é</string>
        \t<key>more</key>
        \t<array><integer>-12</integer><real>1.5e3</real><true/><false/><data>AAECAw==</data>
        \t<date>2015-07-08T20:29:21Z</date><dict><key>a</key><array/></dict><![CDATA[ ]]></array>
        </dict>
        </plist>

        """

    /// An old-style property list.
    static let oldStyle = """
        // A pack.
        { IAPProductIdentifier = "com.example.app.pack1"; /* its version */ ContentVersion = '1.0\\U00e9\\101\\n';
          more = ( a, "b c", <0fbd77 1c2735ae>, { "k" = ( ); }, ( 1, 2 ) ); }

        """

    /// The manifest of an asset pack, with what only some readers take.
    static let manifest = """
        // The pack's ID.
        { "assetPackID": "com-example-pack1", /* when */ "downloadPolicy": { "prefetch":
          { "installationEventTypes": ["firstInstallation", "subsequentUpdate"] } },
          "fileSelectors": [ { "file": "pack1/caf\\u00e9.png" }, { "directory": "pack1/Textures" }, { "filePattern": "*.wav" },
            { "fileSource": "a", "fileDestination": "b" }, { "fileExclusion": "pack1/draft.png" }, ],
          "platforms": ["iOS", "macOS"], "language": "de", "sourceRoot": "..", "userInfo": { "a": [1.5e3, true, null] } }

        """

    /// A file of asset-pack IDs.
    static let packIdentifiers = """
        {
          "assetPackIDs": {
            "com.example.app.pack1": "com-example-app-pack1",
            "com.example.app.pack2": "Cats"
          },
          "formatVersion": 1
        }

        """

    /// A StoreKit configuration.
    static let storeKit = """
        {
          "identifier" : "5E1A0C3B", "nonRenewingSubscriptions" : [],
          "products" : [
            { "displayPrice" : "0.99", "familyShareable" : false, "internalID" : "5A10C301",
              "localizations" : [ { "description" : "", "displayName" : "Cat \\u00e9\\ud83d\\ude98", "locale" : "en_US" } ],
              "productID" : "com.example.app.pack1", "referenceName" : null, "type" : "NonConsumable" },
            { "productID" : "com.example.app.pack2", "type" : "Consumable", "weight" : -1.5e+3 }
          ],
          "settings" : { "_locale" : "en_US" },
          "subscriptionGroups" : [ { "id" : "1", "subscriptions" : [ { "productID" : "sub", "type" : "RecurringSubscription" } ] } ],
          "version" : { "major" : 3, "minor" : 0 }
        }

        """

    /// A binary property list: a dictionary with each kind of value.
    static let binary: [UInt8] = {
        func ascii(_ text: String) -> [UInt8] {
            (text.utf8.count < 15 ? [0x50 | UInt8(text.utf8.count)] : [0x5F, 0x10, UInt8(text.utf8.count)]) + text.utf8
        }
        let objects: [[UInt8]] = [
            [0xD3, 1, 2, 3, 4, 5, 6], ascii("ContentVersion"), ascii("IAPProductIdentifier"), ascii("more"),
            ascii("1.0"), ascii("com.example.app.pack1"), [0xA9, 7, 8, 9, 10, 11, 12, 13, 14, 15],
            [0x10, 200], [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xF4], [0x22, 0x3F, 0xC0, 0, 0],
            [0x33, 0x41, 0xB9, 0, 0, 0, 0, 0, 0], [0x44, 1, 2, 3, 4], [0x62, 0, 0xE9, 0x26, 0x3A], [0x09],
            [0x80, 7], [0xD1, 3, 16], [0xA0],
        ]
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + number(UInt8(objects.count)) + number(0) + number(table)
    }()

    /// A text as an LZFSE stream: below 4 KiB a block of LZVN, above it one with tables.
    static func lzfse(of text: String) -> [UInt8] {
        var stream: [UInt8] = []
        Array(text.utf8).withUnsafeBytes { LzfseEncoder().encode($0, into: &stream) }
        return stream
    }

    /// A cpio archive of SVR4's form with sums.
    static let newCpio: [UInt8] = {
        var bytes: [UInt8] = []
        func align() { while bytes.count % 4 != 0 { bytes.append(0) } }
        for (name, mode, content) in [
            (".", 0o40755, ""), ("./a.txt", 0o100644, "hello"), ("./link", 0o120755, "a.txt"), ("TRAILER!!!", 0, ""),
        ] {
            let sum = content.utf8.reduce(0) { $0 + Int($1) }
            bytes += Array("070702".utf8)
            for number in [1, mode, 0, 0, 1, 7, content.utf8.count, 0, 0, 0, 0, name.utf8.count + 1, sum] {
                let digits = String(number, radix: 16)
                bytes += Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
            }
            bytes += Array(name.utf8) + [0]
            align()
            bytes += Array(content.utf8)
            align()
        }
        return bytes
    }()

    private static let streamedFiles = [
        ("ContentInfo.plist", ContentInfoText.xml()), ("Contents/a.txt", String(repeating: "a", count: 200)),
        ("Contents/empty", ""),
    ]

    /// What ``streamedZip`` holds; that there is a folder is implied.
    static let streamedContent: [ContentPath: [UInt8]?] = {
        var content: [ContentPath: [UInt8]?] = [ContentPath("Contents"): nil]
        for (name, text) in streamedFiles { content[ContentPath(name)] = Array(text.utf8) }
        return content
    }()

    /// A zip as a program writes it that can't go back: sizes behind the bytes, Zip64 records, and extra fields.
    static let streamedZip: [UInt8] = {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for (name, text) in streamedFiles {
            let content = Array(text.utf8)
            let packed = Array((ZlibStream.deflated(content) ?? []).dropFirst(2).dropLast(4))
            let offset = UInt64(bytes.count)
            func fields(_ checksum: UInt32) -> [UInt8] {
                var fields: [UInt8] = []
                // Version 4.5, a descriptor and UTF-8, deflated, at the start of 1980.
                for number: UInt16 in [45, 1 << 3 | 1 << 11, 8, 0, 0x21] { fields.append(littleEndian: number) }
                fields.append(littleEndian: checksum)
                return fields
            }
            func zip64(_ numbers: [UInt64]) -> [UInt8] {
                var extra: [UInt8] = []
                extra.append(littleEndian: 1 as UInt16)
                extra.append(littleEndian: UInt16(8 * numbers.count))
                for number in numbers { extra.append(littleEndian: number) }
                return extra
            }
            let sizes = [UInt64(content.count), UInt64(packed.count)]
            bytes += Array("PK\u{3}\u{4}".utf8) + fields(0)
            for number in [UInt32.max, .max] { bytes.append(littleEndian: number) }
            bytes.append(littleEndian: UInt16(name.utf8.count))
            bytes.append(littleEndian: 20 as UInt16)
            bytes += Array(name.utf8) + zip64([0, 0]) + packed
            bytes += Array("PK\u{7}\u{8}".utf8)
            bytes.append(littleEndian: CRC32.of(content))
            for size in sizes.reversed() { bytes.append(littleEndian: size) }

            directory += Array("PK\u{1}\u{2}".utf8)
            directory.append(littleEndian: 3 << 8 | 45 as UInt16)
            directory += fields(CRC32.of(content))
            for number in [UInt32.max, .max] { directory.append(littleEndian: number) }
            for number: UInt16 in [UInt16(name.utf8.count), 28 + 9, 0, 0, 0] { directory.append(littleEndian: number) }
            directory.append(littleEndian: 0o100644 << 16 as UInt32)
            directory.append(littleEndian: UInt32.max)
            // The time in seconds, as Unix has it, stands before the sizes.
            directory += Array(name.utf8) + [0x55, 0x54, 5, 0, 1, 0, 0, 0, 0x50]
            directory += zip64([sizes[0], sizes[1], offset])
        }
        let start = UInt64(bytes.count)
        bytes += directory
        let zip64End = UInt64(bytes.count)
        bytes += Array("PK\u{6}\u{6}".utf8)
        bytes.append(littleEndian: 44 as UInt64)
        for number: UInt16 in [45, 45] { bytes.append(littleEndian: number) }
        for number: UInt32 in [0, 0] { bytes.append(littleEndian: number) }
        let count = UInt64(streamedFiles.count)
        for number in [count, count, UInt64(directory.count), start] { bytes.append(littleEndian: number) }
        bytes += Array("PK\u{6}\u{7}".utf8)
        bytes.append(littleEndian: 0 as UInt32)
        bytes.append(littleEndian: zip64End)
        bytes.append(littleEndian: 1 as UInt32)
        bytes += Array("PK\u{5}\u{6}".utf8)
        for number: UInt16 in [0, 0, .max, .max] { bytes.append(littleEndian: number) }
        for number: UInt32 in [.max, .max] { bytes.append(littleEndian: number) }
        bytes.append(littleEndian: 0 as UInt16)
        return bytes
    }()
}
