package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines over a stream: {@code Lines.of(1024, connection -> line -> connection.send(line))}. A received line ends with LF or CR LF. An incomplete line
 * stays unread in the engine; this class buffers nothing. A complete line is passed on, without its end, as a slice of the buffer that was read, or
 * decoded to a string.
 */
public final class Lines implements Protocol {
    /** The number of bytes of the longest line end. */
    static final int LONGEST_END = 2;

    private final int maxLength;
    private final LineEnd end;
    private final Charset charset;
    private final FrameProtocol protocol;

    private Lines(int maxLength, LineEnd end, Charset charset, FrameProtocol protocol) {
        this.maxLength = maxLength;
        this.end = end;
        this.charset = charset;
        this.protocol = protocol;
    }

    /**
     * Carries {@code protocol} in lines of bytes.
     *
     * @param maxLength the longest line that the peer may send, in bytes without its end; one that sends more is disconnected with a {@link
     *     FrameException}. Line and end must fit into {@link Options#unreadCap()} of the listener or of the connect call
     */
    public static Lines of(int maxLength, FrameProtocol protocol) {
        if (maxLength < 0 || maxLength > Integer.MAX_VALUE - LONGEST_END) {
            throw new IllegalArgumentException("maxLength is " + maxLength);
        }
        return new Lines(maxLength, LineEnd.LF, StandardCharsets.UTF_8, protocol);
    }

    /**
     * Carries {@code protocol} in lines of text. Bytes that are malformed in the charset become U+FFFD, as everywhere in the JDK; a protocol that has
     * to refuse them receives the bytes instead.
     *
     * @param maxLength as in {@link #of(int, FrameProtocol)}, in bytes
     * @param charset of the lines in both directions; one in which a line feed is the byte 10, as in ASCII
     */
    public static Lines of(int maxLength, Charset charset, LineProtocol protocol) {
        if (!Arrays.equals("\n".getBytes(charset), LineEnd.LF.bytes())) {
            throw new IllegalArgumentException(
                    "lines in " + charset + " cannot be found by the byte 10, which is no line feed there: use UTF-8");
        }
        Lines lines = of(maxLength, connection -> new Decoding(protocol.open(connection), charset));
        return new Lines(maxLength, lines.end, charset, lines.protocol);
    }

    /** Returns the same protocol with another end of the lines that it sends; by default that is {@link LineEnd#LF}. */
    public Lines withLineEnd(LineEnd sent) {
        return new Lines(maxLength, sent, charset, protocol);
    }

    @Override
    public Session open(Connection connection) {
        return FrameDecoder.open(connection, new LineCodec(maxLength, end, charset), protocol);
    }

    private record Decoding(LineSession session, Charset charset) implements FrameSession {
        @Override
        public void frame(ByteBuffer frame) {
            byte[] bytes = new byte[frame.remaining()];
            frame.get(bytes);
            session.line(new String(bytes, charset));
        }

        @Override
        public void writable() {
            session.writable();
        }

        @Override
        public boolean ended() {
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
}
