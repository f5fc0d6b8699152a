package dev.gearbox.core.buffers;

/**
 * The size of the buffer for a connection's next read, where a waiting read needs a buffer of its own: it doubles when a read fills it and halves when many
 * reads in a row leave most of it empty. So ten thousand idle connections hold little memory, and a busy one reads large pieces. For one connection, in its
 * turns; for authors of engines.
 */
public final class ReadSize {
    /**
     * The maximum size of one read, in bytes, on every engine that makes its own reads: loops read into a buffer of this size, and multishot receives stop
     * there. A smaller size costs more system calls for a busy connection. A larger one lets one connection occupy its loop for longer, and more bytes
     * arrive after a session has paused or the backlog has passed the high-water mark (64 KiB by default).
     */
    public static final int LARGEST = 64 << 10;

    /**
     * The size, in bytes, of the buffers of a ring, which many connections share and among which the kernel chooses. It is smaller than {@link #LARGEST}
     * because a buffer is held as a whole, however few bytes it received. 256 of them are 4 MiB; more did not stay in the processor's cache
     * (docs/decisions/0008).
     */
    public static final int SHARED = 16 << 10;

    private static final int PATIENCE = 16;

    private int bytes = BufferPool.SMALLEST;
    private int small;

    /** Returns the size of the next buffer, in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Records that a read into such a buffer returned {@code count} bytes. */
    public void got(int count) {
        if (count >= bytes && bytes < LARGEST) {
            bytes *= 2;
            small = 0;
        } else if (count <= bytes / 4 && bytes > BufferPool.SMALLEST) {
            if (++small == PATIENCE) {
                bytes /= 2;
                small = 0;
            }
        } else {
            small = 0;
        }
    }
}
