package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;

/** Lines: frames that are followed by LF, or by CR LF. */
final class LineCodec implements FrameCodec {
    private final int maxLength;
    private final ByteBuffer written;
    private final Charset charset;
    private int length;
    private int ending;
    /** The number of bytes without LF, from the beginning of the line. */
    private int searched;

    LineCodec(int maxLength, LineEnd end, Charset charset) {
        this.maxLength = maxLength;
        this.charset = charset;
        written = ByteBuffer.wrap(end.bytes());
    }

    @Override
    public boolean find(ByteBuffer in) {
        int start = in.position();
        int available = in.remaining();
        int end = start + Math.min(available, maxLength + Lines.LONGEST_END);
        int at = ByteSearch.indexOf(in, start + searched, end, (byte) '\n');
        if (at >= 0) {
            ending = at > start && in.get(at - 1) == '\r' ? 2 : 1;
            length = at + 1 - ending - start;
            searched = 0;
        } else {
            searched = end - start;
        }
        // Without LF, one more byte than allowed may be the CR of a line that is just as long as allowed.
        boolean tooLong = at >= 0
                ? length > maxLength
                : available > maxLength && (available > maxLength + 1 || in.get(start + maxLength) != '\r');
        if (tooLong) {
            throw FrameException.tooLong(unit(), maxLength, in);
        }
        return at >= 0;
    }

    @Override
    public int header() {
        return 0;
    }

    @Override
    public int payload() {
        return length;
    }

    @Override
    public int trailer() {
        return ending;
    }

    @Override
    public boolean isAsWritten() {
        return ending == written.capacity();
    }

    @Override
    public boolean write(Connection connection, ByteBuffer payload) {
        requireOneLine(payload);
        boolean more = connection.write(payload);
        return connection.write(written.rewind()) && more;
    }

    private static void requireOneLine(ByteBuffer payload) {
        int at = ByteSearch.indexOf(payload, payload.position(), payload.limit(), (byte) '\n');
        if (at >= 0) {
            throw new IllegalArgumentException("a line of " + payload.remaining() + " bytes has a line feed at byte "
                    + (at - payload.position()) + ": send each line by itself");
        }
        if (payload.hasRemaining() && payload.get(payload.limit() - 1) == '\r') {
            throw new IllegalArgumentException("a line of " + payload.remaining()
                    + " bytes ends with a carriage return, which the peer would take for a part of the line end");
        }
    }

    @Override
    public Charset charset() {
        return charset;
    }

    @Override
    public String unit() {
        return "line";
    }
}
