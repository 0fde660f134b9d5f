import AssetPacks
import Checks
import ContentModel
import Findings
import Packaging

/// What a migration means for the app, in a file for people.
struct MigrationReport {
    /// One product and its pack.
    struct Row {
        let product: String
        let pack: String
        let contentVersion: String
        let files: Int
        let bytes: Int64
        let policy: DownloadPolicy
        let platforms: [AssetPackPlatform]

        init(_ item: Migration.Item, _ staged: StagedSummary) {
            let info = item.examined.context.contentInfo
            product = info?.productIdentifier.text ?? ""
            pack = staged.assetPackID
            contentVersion = info?.contentVersion.text ?? ""
            files = staged.files
            bytes = staged.bytes
            policy = item.pack.downloadPolicy
            platforms = item.pack.platforms
        }

        init(_ staged: StagedPack, product: String, pack: String) {
            self.product = product
            self.pack = pack
            contentVersion = staged.contentInfo?.contentVersion.text ?? ""
            files = staged.fileCount
            bytes = staged.byteCount
            policy = staged.manifest.downloadPolicy ?? .onDemand
            platforms = (staged.manifest.platforms ?? []).compactMap(AssetPackPlatform.init(rawValue:))
        }
    }

    let rows: [Row]
    let place: MigrationPlace
    let version: String
    let packsWritten: Bool

    /// The whole text.
    var text: String {
        [heading, table, steps, changes, Self.code, rules, evidence].joined(separator: "\n")
    }

    /// How every report begins.
    static let start = "# From hosted content to asset packs\n\nMade by iapkit "

    private var heading: String {
        """
        # From hosted content to asset packs

        Made by iapkit \(version). Apple takes no new hosted In-App Purchase content; what is hosted stays for now. The
        successor is Apple-hosted Background Assets: asset packs, for iOS, iPadOS, macOS, tvOS and visionOS 26 and newer.
        This is what was prepared, what is to do, and what changes for the app.

        """
    }

    private var table: String {
        var lines = [
            "## What was prepared", "",
            "| product ID | asset-pack ID | ContentVersion | files | bytes |", "|---|---|---|---|---|",
        ]
        for row in rows {
            lines.append(
                "| \(Self.cell(row.product)) | \(Self.cell(row.pack)) | \(Self.cell(row.contentVersion)) "
                    + "| \(row.files) | \(row.bytes) |")
        }
        let bytes = rows.reduce(Int64(0)) { $0.addingSaturated($1.bytes) }
        lines += [
            "",
            "\(NumberText.count(rows.count, "pack")), \(NumberText.grouped(bytes)) bytes before compression; "
                + Self.download(rows.first) + ".",
            "",
            "- `\(AssetPackIDMap.fileName)` says which pack belongs to which product. Keep it with your sources: an ID "
                + "can't be changed once something was uploaded under it.",
            "- `stage/ID/` is what a pack is made from: `Manifest.json`, and the files below `ID/`.",
            packsWritten
                ? "- `packs/ID.aar` are the packs as iapkit makes them."
                : "- `iapkit migrate --packs` also makes the packs itself, in `packs/`.", "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func download(_ row: Row?) -> String {
        guard let row else { return "" }
        let platforms = row.platforms.map(\.rawValue).joined(separator: ", ")
        let events = row.policy.events?.map(\.rawValue).joined(separator: " and ")
        let time = events.map { "\(row.policy.key), on \($0)" } ?? "downloaded when the app asks for it"
        return "for \(platforms); \(time)"
    }

    private var steps: String {
        var lines = [
            "## What to do", "",
            "1. Make the packs with Apple's own tool. On a Mac with Xcode 26 or newer, or on Linux with Apple's tools "
                + "installed and their licence agreed to (`ba-package license agree`):", "",
            "       sh make-packs.sh", "", "   which does for each pack, into `apple-packs/`:", "",
        ]
        lines.append("       mkdir -p apple-packs")
        for row in rows {
            lines.append(
                "       (cd stage/\(row.pack) && ba-package package Manifest.json -o "
                    + "\"$OLDPWD/apple-packs/\(row.pack).aar\")")
        }
        lines += [
            "",
            "   (on a Mac `xcrun ba-package`). It is reported to write over no pack that is there, and to say little; the script makes",
            "   each under another name, and then puts it in the place of an older one.",
            "2. Upload them: with the Transporter app, `altool`, or the App Store Connect API; Xcode does not.", "",
            "       xcrun altool --upload-asset-pack apple-packs/\(rows.first?.pack ?? "ID").aar --apple-id APP_ID \\",
            "           --api-key KEY --api-issuer ISSUER", "",
            "   The API also takes a manifest by itself (assetType MANIFEST) and checks it: the cheapest proof that one is "
                + "right.",
            "3. Test with TestFlight, or with `ba-serve` before any upload; developers report that a build which Xcode "
                + "installs gets no packs from Apple.",
            "4. Submit them for review, at most 10 packs a submission: the first ones with the app, later ones alone.",
            "",
        ]
        return lines.joined(separator: "\n")
    }

    private var changes: String {
        """
        ## What changes for the app

        - **Buying and getting are two things now.** A hosted download came through the payment queue, tied to its
          transaction. A pack is only transport: StoreKit 2 says what the user owns, and the app then asks
          `AssetPackManager` for the pack. Nothing arrives by itself after a purchase, and nothing on a restore.
        - **There is no protection.** Whoever has the app can fetch any live pack. The entitlement is the gate, so check it
          before the content is used; after a refund, call `remove(assetPackWithID:)`.
        - **OS 26 or newer.** On older systems there are no asset packs: keep another way for them, such as a zip on your
          own server (`iapkit pack --format zip`), or raise the app's minimum.
        - **Info.plist of the app:** `BAHasManagedAssetPacks` = YES, `BAUsesAppleHosting` = YES, and `BAAppGroupID` = an app
          group that the app shares with its extension. No other key that begins with BA.
        - **A downloader extension** in the same app group (`StoreDownloaderExtension`). Without it, or without a key above,
          `AssetPackManager.shared` is reported to end the app instead of throwing.
        - **One namespace.** All packs of an app are merged: where two have a file of one path, nobody says which wins. So
          every file here lies below a folder of its pack's ID, and the app asks for `ID/name`.
        - **ContentVersion has no place in a manifest**, since App Store Connect numbers the versions of a pack 1, 2, 3. It
          is in the pack all the same: `ID/ContentInfo.plist` is the property list of the content folder, byte for byte.
        - **A new version of a pack reaches every installed version of the app.** Content that an older app can't read
          needs a new pack ID.

        """
    }

    /// Checked for its names against Apple's documentation only: nothing here can compile it.
    private static let code = """
        In place of `paymentQueue(_:updatedDownloads:)`:

            for await result in Transaction.currentEntitlements {
                guard case .verified(let transaction) = result,
                    let packID = packIDs[transaction.productID]      // from asset-packs.json
                else { continue }
                let pack = try await AssetPackManager.shared.assetPack(withID: packID)
                try await AssetPackManager.shared.ensureLocalAvailability(of: pack)
                let info = try AssetPackManager.shared.contents(at: "\\(packID)/ContentInfo.plist")
            }

        (`assetPack(withID:)` is of OS 26, and has another form in 27.)

        """

    private var rules: String {
        """
        ## Limits

        - Asset packs of one app: 100 in Apple's help pages; 200 by the word of three developers in 2026.
        - 200 GB for all packs of an app, each with its largest version; Apple warns at 80 %.
        - 10 packs in one review submission, one version of each.
        - A platform that a pack was once for can't be taken away again, developers report: it would vanish there
          (ITMS-91148).
        - An archived pack is gone for good, with every version; that its ID can't be used again is reported.
        - No size is published for a pack or a file. Programs for the Mac are not allowed in a pack.

        """
    }

    private var evidence: String {
        """
        ## How sure all this is

        - By Apple's documents: the Info.plist keys, the OS versions, 10 packs a submission, 200 GB, the App Store Connect
          API, altool's options. The keys of the manifest are in the template that Apple's tool prints, and in its documents.
        - By what developers reported: that App Store Connect refuses dots and underscores in a pack ID, the messages with
          ITMS numbers, 200 packs, how the namespace is best kept apart.
        - Not known: whether App Store Connect takes a pack that no tool of Apple's made. No pack made by iapkit has been
          uploaded to Apple yet. The archive's form is known to the last byte, and a reader that shares no code with iapkit
          takes ours; still, for what you ship, make the packs with ba-package.

        """
    }

    /// A value in a table: no character in it ends a cell or a line, or becomes markup.
    private static func cell(_ text: String) -> String {
        var cell = ""
        for character in SafeText.escaped(text, limit: 200) {
            if "|`*_<>[]\\&".contains(character) { cell += "\\" }
            cell.append(character)
        }
        return cell
    }
}
