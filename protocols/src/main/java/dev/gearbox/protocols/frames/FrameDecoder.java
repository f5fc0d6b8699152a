package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Hands a session the whole frames of its input, each as a slice of the buffer that was read. An incomplete frame stays unread in the engine; this
 * class buffers nothing.
 */
final class FrameDecoder implements Session {
    private final FrameConnection frames;
    private final FrameCodec codec;
    private final FrameSession session;
    /** The number of bytes of an incomplete frame, or of frames that the session does not want yet. */
    private int left;

    private FrameDecoder(FrameConnection frames, FrameCodec codec, FrameSession session) {
        this.frames = frames;
        this.codec = codec;
        this.session = session;
    }

    static Session open(Connection connection, FrameCodec codec, FrameProtocol protocol) {
        FrameConnection frames = new FrameConnection(connection, codec);
        return new FrameDecoder(frames, codec, protocol.open(frames));
    }

    @Override
    public void received(ByteBuffer in) {
        while (frames.wantsMore() && in.hasRemaining() && codec.find(in)) {
            frames.deliver(session, in);
        }
        left = in.remaining();
    }

    @Override
    public void writable() {
        frames.writable();
        session.writable();
    }

    @Override
    public boolean ended() {
        if (left > 0) {
            throw new FrameException("the peer ended within a " + codec.unit() + ", after " + left + " bytes of it");
        }
        return session.ended();
    }

    @Override
    public boolean closing() {
        return session.closing();
    }

    @Override
    public boolean stopping() {
        return session.stopping();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        session.closed(cause);
    }
}
