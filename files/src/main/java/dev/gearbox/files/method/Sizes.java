package dev.gearbox.files.method;

import dev.gearbox.core.model.Parameter;
import java.nio.ByteBuffer;

/** The size parameters that strategies have in common. */
public final class Sizes {
    /** Bytes of a memory page, and of the blocks in which O_DIRECT transfers. */
    public static final int PAGE = 4096;

    private static final int LARGEST = 64 << 20;

    private Sizes() {}

    /** {@code buffer}: bytes read or written at once. 64 KiB: larger ones gain little on a warm cache. */
    public static Parameter buffer() {
        return new Parameter.Int("buffer", 1, LARGEST, "65536", "bytes read or written at once");
    }

    /** {@code buffer} of a buffered stream: by default as large as the JDK's own. */
    public static Parameter streamBuffer() {
        return new Parameter.Int("buffer", 1, LARGEST, "8192", "bytes that the stream reads or writes at once");
    }

    /** As {@link #buffer}, where O_DIRECT may be in use. */
    public static Parameter alignedBuffer(int fallback) {
        return new Parameter.Int(
                "buffer",
                PAGE,
                LARGEST,
                Integer.toString(fallback),
                "bytes read or written at once, rounded up to 4,096");
    }

    /** {@code depth}: requests in flight at once. */
    public static Parameter depth(int fallback) {
        return new Parameter.Int("depth", 1, 256, Integer.toString(fallback), "requests in flight at once");
    }

    /** Allocates memory outside the heap that is aligned to a page and consists of whole pages. */
    public static ByteBuffer alignedMemory(int bytes) {
        int size = aligned(bytes);
        return ByteBuffer.allocateDirect(size + PAGE).alignedSlice(PAGE).slice(0, size);
    }

    /** Rounds up to the next multiple of a page. */
    public static int aligned(int bytes) {
        return Math.ceilDiv(bytes, PAGE) * PAGE;
    }
}
