package dev.gearbox.core.buffers;

/**
 * How large a buffer a connection's next read gets where a waiting read needs one of its own: it doubles when a read fills it and halves when
 * many in a row leave most of it empty. So ten thousand quiet connections hold little, and a busy one reads much at a time. For one connection,
 * in its turns; for those who write engines.
 */
public final class ReadSize {
    private static final int LARGEST = 64 << 10;
    private static final int PATIENCE = 16;

    private int bytes = BufferPool.SMALLEST;
    private int small;

    /** How large the next one is, in bytes. */
    public int bytes() {
        return bytes;
    }

    /** A read into such a buffer brought {@code count} bytes. */
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
