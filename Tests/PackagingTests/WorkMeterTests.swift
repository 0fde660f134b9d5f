import ContentModel
import TestSupport
import Testing

@testable import Packaging

@Suite struct WorkMeterTests {
    /// Small files and one that is packed in parts.
    private func withTree(_ body: (TemporaryFolder, ContentTree) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try folder.makeContentFolder("Cats", contents: [:])
            for number in 0..<5 { try folder.write("Cats/Contents/\(number)", [UInt8](repeating: 7, count: 1_000)) }
            try folder.write("Cats/Contents/big", (0..<1_200_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) })
            try body(folder, FolderReader.tree(atPath: folder.path("Cats")))
        }
    }

    @Test(arguments: [[PackageKind.zip], [.pkg], [.zip, .pkg]], [1, 3])
    func `packing counts each byte of the files once, whatever is made of it`(kinds: [PackageKind], jobs: Int) throws {
        try withTree { folder, tree in
            var options = PackageOptions(jobs: jobs, synchronizes: false)
            let meter = WorkMeter()
            options.meter = meter
            let outputs = kinds.map { PackageOutput($0, path: folder.path("out.\($0.fileSuffix)")) }
            for result in PackageWriter.write([PackageJob(tree, named: "Cats", to: outputs)], options: options) {
                for package in try result.get() { _ = try package.get() }
            }
            #expect(meter.done.bytes == tree.totalFileSize)
            #expect(meter.done.items == 1)
            #expect(meter.reading == nil)
        }
    }

    @Test func `what is packed is the same with and without a meter`() throws {
        try withTree { folder, tree in
            var options = PackageOptions(synchronizes: false)
            let plain = try PackageWriter.write(tree, as: .zip, to: folder.path("a.zip"), options: options)
            options.meter = WorkMeter()
            let metered = try PackageWriter.write(tree, as: .zip, to: folder.path("b.zip"), options: options)
            #expect(plain.sha256 == metered.sha256)
        }
    }

    @Test(arguments: [PackageKind.zip, .pkg])
    func `unpacking, digests and a payload read through count what they read`(kind: PackageKind) throws {
        try withTree { folder, tree in
            let path = folder.path("out.\(kind.fileSuffix)")
            _ = try PackageWriter.write(tree, named: "Cats", as: kind, to: path)
            let opening = WorkMeter()
            let opened = try ContentInput.open(path, meter: opening).content.get()
            #expect(opening.done.bytes == (kind == .pkg ? tree.totalFileSize : 0))

            var options = UnpackingOptions(jobs: 2)
            let unpacking = WorkMeter()
            options.meter = unpacking
            _ = try PackageUnpacker.unpack(opened, to: folder.path("new"), options: options)
            #expect(unpacking.done.bytes == tree.totalFileSize)
            #expect(unpacking.done.items == 7)
            #expect(unpacking.reading == nil)

            let digesting = WorkMeter()
            let files = opened.entries.filter { $0.type == .file }
            _ = ContentDigests.sha256(of: files, in: opened.source, meter: digesting)
            #expect(digesting.done.bytes == tree.totalFileSize)
            #expect(digesting.done.items == 7)

            let reading = WorkMeter()
            if let source = opened.source as? any MeteredSource {
                source.metered(by: reading).readHeads(of: files, count: 16) { _, _ in }
                #expect(reading.done.bytes == tree.totalFileSize)
            } else {
                #expect(opened.source.isSequential)
            }
        }
    }

    @Test func `phases follow each other, each from nothing`() {
        let meter = WorkMeter()
        #expect(meter.reading == nil)
        meter.begin(.opening, items: 3)
        meter.name("Cats")
        meter.add(items: 1, bytes: 5)
        var expected = WorkMeter.Reading(phase: .opening)
        (expected.items, expected.itemTotal, expected.bytes, expected.subject) = (1, 3, 5, "Cats")
        #expect(meter.reading == expected)
        let waits = meter.waitingForDisk { meter.reading?.waitsForDisk }
        #expect(waits == true && meter.reading?.waitsForDisk == false)
        meter.begin(.packing, bytes: 10)
        expected = WorkMeter.Reading(phase: .packing, number: 2)
        expected.byteTotal = 10
        #expect(meter.reading == expected)
        meter.end()
        #expect(meter.reading == nil)
    }

    @Test func `sizes that a package makes up have a sum`() {
        #expect(WorkMeter.sum([.max, 1, -5]) == .max)
        #expect(WorkMeter.sum([1, 2, 3]) == 6)
    }
}
