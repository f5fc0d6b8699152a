package dev.gearbox.core.buffers;

/**
 * The size of the buffer for a connection's next read, where a waiting read needs a buffer of its own: it doubles when a read fills it and halves when many
 * reads in a row leave most of it empty. So ten thousand idle connections hold little memory, and a busy one reads large pieces. For one connection, in its
 * turns; for authors of engines.
 */
public final class ReadSize {
    /**
     * The most that one read brings, in bytes, on every engine that reads itself: loops read into a buffer of this size, and receives that go on by
     * themselves stop there. Less costs more system calls for a busy connection; more lets one connection keep its loop from the others for longer, and
     * lets a session that pauses, or a backlog above the high-water mark (64 KiB by default), be overrun by more than one read.
     */
    public static final int LARGEST = 64 << 10;

    /**
     * The size in bytes of buffers that the kernel fills on its own choice (a ring's), which many connections share: smaller than {@link #LARGEST}, because
     * each is held whole however little came. 256 of them are 4 MiB; more rotated through the processor's cache (docs/decisions/0008).
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
