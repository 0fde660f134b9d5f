// Packs or unpacks a file as LZFSE, 4 MiB a piece, for the benchmark alone: the program has no command that does only
// that. It is compiled with the codec's own files.
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A part of memory as a stream.
final class Piece: ByteStream {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFault) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        return count
    }
}

func fail(_ text: String) -> Never {
    // `stderr` is a variable, which this mode of the language has none of.
    fputs("lzfse: \(text)\n", fdopen(2, "w"))
    exit(1)
}

func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { fail("can't open \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = fread(buffer.baseAddress, 1, size, file)
    }
}

func write(_ bytes: UnsafeRawBufferPointer, _ file: UnsafeMutablePointer<FILE>) {
    guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else { fail("can't write") }
}

let pieceSize = 4 << 20

/// Each piece is written with its packed size before it, in eight bytes.
func pack(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutablePointer<FILE>) {
    let encoder = LzfseEncoder()
    var stream: [UInt8] = []
    for start in stride(from: 0, to: input.count, by: pieceSize) {
        stream.removeAll(keepingCapacity: true)
        encoder.encode(UnsafeRawBufferPointer(rebasing: input[start...].prefix(pieceSize)), into: &stream)
        withUnsafeBytes(of: UInt64(stream.count).littleEndian) { write($0, output) }
        stream.withUnsafeBytes { write($0, output) }
    }
}

func unpack(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutablePointer<FILE>) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 64)
    var rest = input
    while !rest.isEmpty {
        let count = Int(UInt64(littleEndian: rest.loadUnaligned(as: UInt64.self)))
        let reader = LzfseReader(Piece(UnsafeRawBufferPointer(rebasing: rest[8..<8 + count])))
        do throws(StreamFault) {
            while true {
                let read = try reader.read(into: buffer)
                if read == 0 { break }
                write(UnsafeRawBufferPointer(rebasing: buffer[..<read]), output)
            }
        } catch {
            fail(error.reason)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(8 + count))
    }
}

func run() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let output = fopen(arguments[3], "wb") else { fail("pack|unpack INPUT OUTPUT") }
    contents(arguments[2]).withUnsafeBytes { input in
        if arguments[1] == "pack" { pack(input, output) } else { unpack(input, output) }
    }
    guard fclose(output) == 0 else { fail("can't write") }
}

run()
