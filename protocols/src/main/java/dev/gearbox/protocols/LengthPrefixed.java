package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages over a stream: each is preceded by its length, four bytes in network byte order. An incomplete frame stays unread in the engine; this
 * class buffers nothing. A complete frame is passed on as a slice of the buffer that was read.
 */
public final class LengthPrefixed implements Protocol {
    private final int maxSize;
    private final FrameProtocol protocol;

    /**
     * Carries {@code protocol} in frames.
     *
     * @param maxSize the largest payload, in bytes; a peer that announces more is disconnected with a {@link FrameException}. Payload and header must
     *     fit into {@link Options#unreadCap()} of the listener or of the connect call
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
                throw new FrameException("the peer ended within a frame");
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
