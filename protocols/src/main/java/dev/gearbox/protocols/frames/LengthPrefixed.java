package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;

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
        return FrameDecoder.open(connection, new LengthCodec(maxSize), protocol);
    }
}
