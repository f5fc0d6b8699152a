package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages over a stream: each is its length in four bytes, most significant first, then so many bytes. A frame that has not come whole is left
 * where it is, in the engine's care, and nothing is gathered here; a frame that has is seen as a slice of what was read.
 */
public final class LengthPrefixed implements Protocol {
    private final int maxSize;
    private final FrameProtocol protocol;

    /**
     * Carries {@code protocol} in frames.
     *
     * @param maxSize the largest payload, in bytes; a peer that announces more is cut off with {@link FrameException}. With its header it has
     *     to fit into {@link Options#unreadCap()} of the listener or the connect
     */
    public LengthPrefixed(int maxSize, FrameProtocol protocol) {
        if (maxSize < 0 || maxSize > Integer.MAX_VALUE - Integer.BYTES) {
            throw new IllegalArgumentException("maxSize is " + maxSize);
        }
        this.maxSize = maxSize;
        this.protocol = protocol;
    }

    @Override
    public Session open(Connection connection) {
        FrameConnection frames = new FrameConnection(connection, maxSize);
        return new Decoder(frames, protocol.open(frames));
    }

    private final class Decoder implements Session {
        private final FrameConnection frames;
        private final FrameSession session;
        private boolean partial;

        Decoder(FrameConnection frames, FrameSession session) {
            this.frames = frames;
            this.session = session;
        }

        @Override
        public void received(ByteBuffer in) {
            while (frames.wantsMore() && in.remaining() >= Integer.BYTES) {
                int at = in.position();
                int size = in.getInt(at);
                if (size < 0 || size > maxSize) {
                    throw new FrameException("the peer announces a frame of " + Integer.toUnsignedString(size)
                            + " bytes; at most " + maxSize + " are allowed");
                }
                if (in.remaining() - Integer.BYTES < size) {
                    break;
                }
                in.position(at + Integer.BYTES + size);
                frames.deliver(session, in, at, size);
            }
            partial = in.hasRemaining();
        }

        @Override
        public void writable() {
            frames.writable();
            session.writable();
        }

        @Override
        public boolean ended() {
            if (partial) {
                throw new FrameException("the peer ended in the midst of a frame");
            }
            return session.ended();
        }

        @Override
        public boolean closing() {
            return session.closing();
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            session.closed(cause);
        }
    }
}
