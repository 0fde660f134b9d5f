internal import DeliveryRehearsal
public import Findings

/// All checks. A new one is registered by its line here.
public enum CheckCatalog {
    /// Every check of one input, sorted by code.
    public static let all: [any Check.Type] = [
        ManifestMissing.self,
        ManifestNotJSON.self,
        ManifestNotStrictJSON.self,
        ManifestKeyMissing.self,
        ManifestValueOfWrongType.self,
        UnknownManifestKey.self,
        InvalidDownloadPolicy.self,
        InstallationEventTypes.self,
        UnknownPlatform.self,
        NoPlatforms.self,
        PackIDCharacter.self,
        LaterManifestKey.self,
        UserInfoInManifest.self,
        InvalidFileSelector.self,
        SelectorPath.self,
        SelectedFileMissing.self,
        FileNotSelected.self,
        OutsidePackFolder.self,
        PathTooLongForPack.self,
        SymlinkInPack.self,
        ContentInfoCollision.self,
        EssentialPackTooLarge.self,
        PackIDClash.self,
        AttributesInPack.self,
        ExecutableCode.self,
        Script.self,
        AbsoluteSymlink.self,
        EscapingSymlink.self,
        DanglingSymlink.self,
        SpecialFile.self,
        UnreadableFile.self,
        JunkLeftOut.self,
        HiddenFile.self,
        ContentTooLarge.self,
        MissingKey.self,
        ValueOfWrongType.self,
        EmptyValue.self,
        WhiteSpaceAroundValue.self,
        UnexpandedBuildSetting.self,
        ContentsMissing.self,
        ContentsNotAFolder.self,
        ContentsEmpty.self,
        PayloadBesideContents.self,
        NestedContentFolder.self,
        NameNotUTF8.self,
        NamesEqualAfterNormalization.self,
        NamesDifferInCase.self,
        ControlCharacterInName.self,
        BackslashInName.self,
        PathTooLong.self,
        ProductIDCharacter.self,
        ProductIDTooLong.self,
        ProductIDPlaceholder.self,
        ProductNotFound.self,
        ProductOfWrongType.self,
        DuplicateProductID.self,
        DeletedProduct.self,
        ProductNotForSale.self,
        HostingOff.self,
        ProductOfAnotherApp.self,
        ProductInLocalListOnly.self,
        NotAContentPackage.self,
        PackageTruncated.self,
        PackageDamaged.self,
        BomMismatch.self,
        PackageInfoCounts.self,
        DistributionMismatch.self,
        NotInHostedForm.self,
        RefusedByAppleTools.self,
        TrailingBytes.self,
        FileTooLargeForPkg.self,
        TooManyEntriesForPkg.self,
        ComponentName.self,
        ContentInfoMissing.self,
        ContentInfoEmpty.self,
        ContentInfoTruncated.self,
        ContentInfoNotWellFormed.self,
        MergeConflictMarkers.self,
        OldStylePropertyList.self,
        PropertyListRootMissing.self,
        RootNotDictionary.self,
        DuplicateKey.self,
        EntityDeclaration.self,
        DamagedBinaryPropertyList.self,
        PropertyListLimit.self,
        NotAPropertyList.self,
        InvalidPropertyListStructure.self,
        ContentInfoNotAFile.self,
        ContentInfoUnreadable.self,
        StoreItemNumber.self,
        StoreItemTitle.self,
        StoreItemKind.self,
        CampaignTokens.self,
        TokensWithoutApplication.self,
        StoreProductListForm.self,
        ContentVersionFormat.self,
    ]

    /// Every check of a comparison, sorted by code.
    public static let comparisons: [any ComparisonCheck.Type] = [
        PlatformDropped.self,
        PackIDChanged.self,
        ProductIDChanged.self,
        ContentChangedSameVersion.self,
        ContentVersionLowered.self,
        ContentVersionRaisedWithoutChange.self,
    ]

    /// What is found by no check, sorted by code.
    public static let remarks: [any FindingKind.Type] = [
        TooManyAssetPacks.self,
        AssetPacksTooLarge.self,
        ManyPacksForReview.self,
        StaleBaselineEntry.self,
    ]

    /// What an app does wrong with what it is given, found by a rehearsal, sorted by code.
    public static let deliveries: [FindingDescription] = DeliveryFault.descriptions

    /// The codes of checks that are gone. None is ever given to another check.
    public static let retired: [FindingCode] = []

    /// The documentation of every kind of finding, sorted by code.
    public static let descriptions: [FindingDescription] =
        (all.map { $0.description } + comparisons.map { $0.description } + remarks.map { $0.description }
        + deliveries)
        .sorted { $0.code < $1.code }

    /// The documentation of the check with a code, given by its id (in any letter case) or its slug.
    public static func description(named name: String) -> FindingDescription? {
        descriptions.first { $0.code.id == name.uppercased() || $0.code.slug == name }
    }

    /// The code of a check, given by its id or its slug: what `--only`, `--skip` and `--severity` take.
    public static func code(named name: String) -> FindingCode? { description(named: name)?.code }
}
