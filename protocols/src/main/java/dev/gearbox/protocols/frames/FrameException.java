package dev.gearbox.protocols.frames;

import dev.gearbox.core.CloseCause;
import java.nio.ByteBuffer;

/** The input is not a valid sequence of frames: a frame or line was larger than the limit, or the peer ended within one. */
public final class FrameException extends RuntimeException implements CloseCause.Known {
    private static final long serialVersionUID = 1;

    /** The number of bytes that a message shows of what the peer has sent. */
    private static final int SHOWN = 24;

    FrameException(String message) {
        super(message);
    }

    @Override
    public CloseCause closeCause() {
        return CloseCause.PROTOCOL_ERROR;
    }

    /** The bytes at the position of {@code in} are more than {@code max} bytes without an end. */
    static FrameException tooLong(String unit, int max, ByteBuffer in) {
        return new FrameException("the peer sends a " + unit + " of more than " + max
                + " bytes, the most that is allowed; it begins with \"" + beginning(in) + '"');
    }

    private static String beginning(ByteBuffer in) {
        StringBuilder shown = new StringBuilder();
        for (int at = in.position(); at < Math.min(in.limit(), in.position() + SHOWN); at++) {
            int each = in.get(at) & 0xff;
            if (each >= ' ' && each < 0x7f && each != '"' && each != '\\') {
                shown.append((char) each);
            } else {
                shown.append("\\x%02x".formatted(each));
            }
        }
        return shown.toString();
    }
}
