package dev.gearbox.files;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Verifies that every byte was read, in order, by their CRC-32C, which processors compute at several bytes per cycle. */
public final class Digest implements ByteSink {
    private final CRC32C crc = new CRC32C();

    @Override
    public void accept(int value) {
        crc.update(value);
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        crc.update(bytes, offset, length);
    }

    @Override
    public void accept(ByteBuffer bytes) {
        crc.update(bytes);
    }

    /** Returns the CRC-32C of the bytes so far. */
    public long value() {
        return crc.getValue();
    }
}
