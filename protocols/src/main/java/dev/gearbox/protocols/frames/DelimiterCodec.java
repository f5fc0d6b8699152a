package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;

/** Frames that are followed by a delimiter of one or more bytes. */
final class DelimiterCodec implements FrameCodec {
    private final int maxSize;
    private final byte[] delimiter;
    private final ByteBuffer written;
    private int size;
    /** The number of bytes after which no delimiter has begun, from the beginning of the frame. */
    private int searched;

    /** @param delimiter is shared by all connections of a protocol, and not changed */
    DelimiterCodec(int maxSize, byte[] delimiter) {
        this.maxSize = maxSize;
        this.delimiter = delimiter;
        written = ByteBuffer.wrap(delimiter);
    }

    @Override
    public boolean find(ByteBuffer in) {
        int start = in.position();
        int end = start + Math.min(in.remaining(), maxSize + delimiter.length);
        int last = end - delimiter.length;
        for (int at = start + searched; at <= last; at++) {
            at = ByteSearch.indexOf(in, at, last + 1, delimiter[0]);
            if (at < 0) {
                break;
            }
            if (isDelimiter(in, at)) {
                size = at - start;
                searched = 0;
                return true;
            }
        }
        if (last - start >= maxSize) {
            throw FrameException.tooLong(unit(), maxSize, in);
        }
        searched = Math.max(0, last + 1 - start);
        return false;
    }

    private boolean isDelimiter(ByteBuffer in, int at) {
        for (int index = 1; index < delimiter.length; index++) {
            if (in.get(at + index) != delimiter[index]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int header() {
        return 0;
    }

    @Override
    public int payload() {
        return size;
    }

    @Override
    public int trailer() {
        return delimiter.length;
    }

    @Override
    public boolean isAsWritten() {
        return true;
    }

    @Override
    public boolean write(Connection connection, ByteBuffer payload) {
        requireOneFrame(payload);
        boolean more = connection.write(payload);
        return connection.write(written.rewind()) && more;
    }

    /** The delimiter may also begin within the payload and end in the one that follows it. */
    private void requireOneFrame(ByteBuffer payload) {
        int at = payload.position();
        while ((at = ByteSearch.indexOf(payload, at, payload.limit(), delimiter[0])) >= 0) {
            if (delimits(payload, at)) {
                throw new IllegalArgumentException("a frame of " + payload.remaining()
                        + " bytes has a delimiter at byte " + (at - payload.position()));
            }
            at++;
        }
    }

    private boolean delimits(ByteBuffer payload, int at) {
        int inside = Math.min(delimiter.length, payload.limit() - at);
        for (int index = 1; index < delimiter.length; index++) {
            byte each = index < inside ? payload.get(at + index) : delimiter[index - inside];
            if (each != delimiter[index]) {
                return false;
            }
        }
        return true;
    }
}
