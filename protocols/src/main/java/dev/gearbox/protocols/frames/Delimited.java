package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;

/**
 * Messages over a stream, each followed by a delimiter, for example a zero byte; {@link Lines} is the form for lines. An incomplete frame stays
 * unread in the engine; this class buffers nothing. A complete frame is passed on, without its delimiter, as a slice of the buffer that was read.
 */
public final class Delimited implements Protocol {
    private final int maxSize;
    private final byte[] delimiter;
    private final FrameProtocol protocol;

    private Delimited(int maxSize, byte[] delimiter, FrameProtocol protocol) {
        this.maxSize = maxSize;
        this.delimiter = delimiter;
        this.protocol = protocol;
    }

    /**
     * Carries {@code protocol} in frames that end with {@code delimiter}.
     *
     * @param maxSize the largest payload that the peer may send, in bytes; one that sends more is disconnected with a {@link FrameException}. Payload
     *     and delimiter must fit into {@link Options#unreadCap()} of the listener or of the connect call
     * @param delimiter at least one byte; copied
     */
    public static Delimited of(int maxSize, byte[] delimiter, FrameProtocol protocol) {
        if (delimiter.length == 0) {
            throw new IllegalArgumentException("the delimiter has no byte");
        }
        if (maxSize < 0 || maxSize > Integer.MAX_VALUE - delimiter.length) {
            throw new IllegalArgumentException("maxSize is " + maxSize);
        }
        return new Delimited(maxSize, delimiter.clone(), protocol);
    }

    @Override
    public Session open(Connection connection) {
        return FrameDecoder.open(connection, new DelimiterCodec(maxSize, delimiter), protocol);
    }
}
