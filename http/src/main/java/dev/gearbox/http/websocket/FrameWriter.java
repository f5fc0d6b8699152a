package dev.gearbox.http.websocket;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Makes frames: whole messages and control frames, with a mask if we are the client (RFC 6455, 5.3: unpredictable, a new one for each frame). From any thread. */
final class FrameWriter {
    private static final int FIN = 0x80;
    private static final int MASKED = 0x80;
    private static final int MOST_SHORT = 125;
    private static final int MOST_MEDIUM = 0xffff;
    private static final int LARGEST_HEADER = 14;

    private final @Nullable SecureRandom masks;

    /** @param masks of a client; null for a server */
    FrameWriter(@Nullable SecureRandom masks) {
        this.masks = masks;
    }

    ByteBuffer frame(int opcode, ByteBuffer payload) {
        int length = payload.remaining();
        ByteBuffer frame = ByteBuffer.allocate(LARGEST_HEADER + length).put((byte) (FIN | opcode));
        int bit = masks == null ? 0 : MASKED;
        if (length <= MOST_SHORT) {
            frame.put((byte) (bit | length));
        } else if (length <= MOST_MEDIUM) {
            frame.put((byte) (bit | MOST_SHORT + 1)).putShort((short) length);
        } else {
            frame.put((byte) (bit | MOST_SHORT + 2)).putLong(length);
        }
        if (masks == null) {
            return frame.put(payload.duplicate()).flip();
        }
        byte[] mask = new byte[4];
        masks.nextBytes(mask);
        frame.put(mask);
        for (int at = 0; at < length; at++) {
            frame.put((byte) (payload.get(payload.position() + at) ^ mask[at & 3]));
        }
        return frame.flip();
    }
}
