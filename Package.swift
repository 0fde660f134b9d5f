// swift-tools-version: 6.2

import PackageDescription

// C libraries, and why each is here rather than code of our own:
//
// - libxml2 reads every XML file (property lists, and what packages hold). It is hardened against hostile
//   documents and tells the byte offset of each element, which Foundation's parser on Linux does not.
// - libarchive recognises and reads archives that other tools made; its readers are fuzzed.
// - libdeflate makes the smallest deflate streams, unpacks what is small at one go, and has the fastest CRC-32. At the
//   other levels an encoder of our own compresses, so that the bytes depend on no library's version. What is too large
//   to hold in memory is unpacked by code of our own too: libdeflate can't stream, and zlib takes twice as long.
// - zlib gives the very bytes of Apple's packages, which it made too, and unpacks the documents of packages.
// - liblzma and lz4 unpack the blocks of Apple Archives that are packed so. libarchive unpacks xz too, but takes as much
//   memory for it as a stream asks for, and LZ4 only in the frames of lz4's own tool.
// - libcrypto gives the digests where CryptoKit does not exist.
// - xxhash tells content apart while it is packed, ten times as fast as SHA-256. It is a header alone: CContentHash
//   compiles it, so that there is one library less to load.
//
// CCrypto is linked on Linux only; Apple's systems have CryptoKit.
#if os(macOS)
    let hashPackage: String? = "libxxhash"
#else
    // The header lies where every compiler looks.
    let hashPackage: String? = nil
#endif
let systemLibraries: [Target] = [
    .systemLibrary(
        name: "CXXHash", pkgConfig: hashPackage,
        providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .systemLibrary(
        name: "CXML2", pkgConfig: "libxml-2.0",
        providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
        name: "CArchive", pkgConfig: "libarchive",
        providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(
        name: "CDeflate", pkgConfig: "libdeflate",
        providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
        name: "CZlib", pkgConfig: "zlib",
        providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
        name: "CLzma", pkgConfig: "liblzma",
        providers: [.apt(["liblzma-dev"]), .brew(["xz"])]),
    .systemLibrary(
        name: "CLz4", pkgConfig: "liblz4",
        providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
    .systemLibrary(
        name: "CCrypto", pkgConfig: "libcrypto",
        providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
]

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
    name: "iapkit",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "iapkit", targets: ["iapkit"]),
        .library(
            name: "ContentPackaging",
            targets: [
                "Findings", "XMLReading", "JSONReading", "PropertyLists", "ContentModel", "AssetPacks",
                "ArchiveFormats",
                "Packaging", "ProductCatalogs", "Checks", "Reporting",
            ]),
        .library(name: "DeliveryRehearsal", targets: ["DeliveryRehearsal", "Findings"]),
    ],
    targets: systemLibraries + [
        // Calls of the C library that Swift can't see.
        .target(name: "CPlatform"),
        .target(name: "CStaticLink", dependencies: ["CXML2"]),
        // XXH3, with wide registers where the processor has them.
        .target(name: "CContentHash", dependencies: ["CXXHash"]),

        library("Findings"),
        library("XMLReading", ["CXML2"]),
        library("JSONReading"),
        library("PropertyLists", ["XMLReading"]),
        library("ContentModel", ["PropertyLists"]),
        library("AssetPacks", ["ContentModel", "JSONReading"]),
        library(
            "ArchiveFormats",
            [
                "XMLReading", "CArchive", "CDeflate", "CZlib", "CLzma", "CLz4", "CContentHash",
                .target(name: "CCrypto", condition: .when(platforms: [.linux])),
            ]),
        library("Packaging", ["AssetPacks", "ContentModel", "ArchiveFormats", "CPlatform"]),
        library("DeliveryRehearsal", ["Packaging", "ContentModel", "PropertyLists", "Findings", "CPlatform"]),
        library(
            "ProductCatalogs",
            ["ContentModel", "ArchiveFormats", "PropertyLists", "XMLReading", "JSONReading", "Findings"]),
        library(
            "Checks",
            [
                "Packaging", "AssetPacks", "DeliveryRehearsal", "ProductCatalogs", "ContentModel", "PropertyLists",
                "XMLReading", "Findings",
            ]),
        library("Reporting", ["ArchiveFormats", "XMLReading", "JSONReading", "Findings"]),
        library(
            "CommandLineTool",
            [
                "Reporting", "Checks", "Packaging", "AssetPacks", "ArchiveFormats", "ProductCatalogs", "ContentModel",
                "JSONReading", "Findings", "DeliveryRehearsal",
            ]),
        .executableTarget(name: "iapkit", dependencies: ["CommandLineTool", "CStaticLink"], swiftSettings: settings),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests("FindingsTests", ["Findings"]),
        tests("XMLReadingTests", ["XMLReading"]),
        tests("PropertyListsTests", ["PropertyLists", "XMLReading"]),
        tests("ContentModelTests", ["ContentModel", "PropertyLists"]),
        tests("AssetPacksTests", ["AssetPacks", "ContentModel"]),
        tests("ArchiveFormatsTests", ["ArchiveFormats", "XMLReading"]),
        tests("PackagingTests", ["Packaging", "AssetPacks", "ContentModel", "ArchiveFormats"]),
        tests("ProductCatalogsTests", ["ProductCatalogs", "PropertyLists", "XMLReading"]),
        tests(
            "ChecksTests",
            ["Checks", "AssetPacks", "ContentModel", "Findings", "Packaging", "ArchiveFormats", "ProductCatalogs"]),
        tests(
            "MutationTests",
            [
                "Checks", "Packaging", "AssetPacks", "ProductCatalogs", "ContentModel", "PropertyLists",
                "ArchiveFormats",
                "Findings", "iapkit",
            ]),
        tests("DeliveryRehearsalTests", ["DeliveryRehearsal", "Packaging", "ContentModel", "Findings"]),
        tests("ReportingTests", ["Reporting", "Findings"]),
        tests(
            "CommandLineToolTests",
            [
                "CommandLineTool", "Checks", "Findings", "ContentModel", "ArchiveFormats", "Packaging", "JSONReading",
                "Reporting", "iapkit",
            ]),
    ]
)
