package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;

/** Frames that are preceded by their length, four bytes in network byte order. */
final class LengthCodec implements FrameCodec {
    private final int maxSize;
    private final ByteBuffer header = ByteBuffer.allocate(Integer.BYTES);
    private int size;

    LengthCodec(int maxSize) {
        this.maxSize = maxSize;
    }

    @Override
    public boolean find(ByteBuffer in) {
        if (in.remaining() < Integer.BYTES) {
            return false;
        }
        size = in.getInt(in.position());
        if (size < 0 || size > maxSize) {
            throw new FrameException("the peer announces a frame of " + Integer.toUnsignedString(size)
                    + " bytes; at most " + maxSize + " are allowed");
        }
        return in.remaining() - Integer.BYTES >= size;
    }

    @Override
    public int header() {
        return Integer.BYTES;
    }

    @Override
    public int payload() {
        return size;
    }

    @Override
    public int trailer() {
        return 0;
    }

    @Override
    public boolean isAsWritten() {
        return true;
    }

    @Override
    public boolean write(Connection connection, ByteBuffer payload) {
        int length = payload.remaining();
        if (length > maxSize) {
            throw new IllegalArgumentException("a frame of " + length + " bytes; at most " + maxSize + " are allowed");
        }
        boolean more = connection.write(header.clear().putInt(length).flip());
        return connection.write(payload) && more;
    }
}
