package dev.gearbox.core.buffers;

/**
 * The size of the buffer for a connection's next read, where a waiting read needs a buffer of its own: it doubles when a read fills it and halves when many
 * reads in a row leave most of it empty. So ten thousand idle connections hold little memory, and a busy one reads large pieces. For one connection, in its
 * turns; for authors of engines.
 */
public final class ReadSize {
    private static final int LARGEST = 64 << 10;
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
