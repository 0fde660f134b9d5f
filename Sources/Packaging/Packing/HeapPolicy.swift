internal import CPlatform

/// How the C library keeps memory between uses. It holds for the whole process, so it is for a program to decide.
package enum HeapPolicy {
    /// Keeps what was freed, up to some megabytes, for the next use.
    ///
    /// Packing frees and takes buffers of up to half a megabyte all the time. glibc gives such memory back to the system
    /// at once and gets it again page by page, which takes a tenth of the time for photos. Nothing to do elsewhere.
    package static func keepFreedBuffers() { iapkit_keep_freed_memory(4 << 20, 8 << 20) }

    /// Gives back what was freed.
    ///
    /// Buffers of many threads leave gaps, and nothing large fits into those.
    static func giveBackFreedBuffers() { iapkit_give_back_freed_memory() }
}
