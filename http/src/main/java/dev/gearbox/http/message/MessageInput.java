package dev.gearbox.http.message;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.Tokens;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.function.Consumer;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * What HttpCore's parsers and decoders read from: the very buffer that the engine read into. A line that is not complete stays in it, to be
 * offered again with what comes behind; bytes of a body are handed to the reader where they lie. So a connection holds no buffer of its own
 * and nothing is copied on the way.
 *
 * <p>HttpCore trusts its caller in some things, which are made sure of here: no control characters in lines, no sign before the size of a
 * chunk, CR before LF around chunks (two readers who differ in that differ in where a message ends), and bounds on the head as a whole and on what
 * surrounds the chunks.
 */
public final class MessageInput implements SessionInputBuffer, ReadableByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** A chunk of one byte is surrounded by five; nobody needs more than that for long. */
    private static final int MOST_AROUND_A_BYTE = 8;

    private final HttpLimits limits;
    private final Consumer<ByteBuffer> content;
    private final boolean folds;
    private ByteBuffer in = NOTHING;
    /** So many bytes from the position on are known to hold no end of line. */
    private int scanned;

    private int lines;
    private boolean inBody;
    private long lineBytes;
    private long contentBytes;

    /**
     * For one connection.
     *
     * @param folds whether a header field may go on in the next line: old servers do that, clients may not
     * @param content takes the bytes of bodies
     */
    public MessageInput(HttpLimits limits, boolean folds, Consumer<ByteBuffer> content) {
        this.limits = limits;
        this.folds = folds;
        this.content = content;
    }

    /** The engine offers bytes: those that were left the last time come first. */
    public void offer(ByteBuffer offered) {
        in = offered;
    }

    /** The offer is over. */
    public void withdraw() {
        in = NOTHING;
    }

    /** A message begins. */
    void beginHead() {
        lines = 0;
        lineBytes = 0;
        inBody = false;
    }

    /** A body begins. */
    void beginBody() {
        inBody = true;
        lineBytes = 0;
        contentBytes = 0;
    }

    /** Lines of the head that were complete. */
    public int lines() {
        return lines;
    }

    /** Bytes of the body that were handed on. */
    public long contentBytes() {
        return contentBytes;
    }

    @Override
    public boolean hasData() {
        return in.hasRemaining();
    }

    @Override
    public int length() {
        return in.remaining();
    }

    /** There is no channel: bytes come by {@link #offer}, and their end is the session's to judge. */
    @Override
    public int fill(ReadableByteChannel channel) {
        return 0;
    }

    @Override
    public int read() {
        scanned = 0;
        return in.get() & 0xff;
    }

    @Override
    public int read(ByteBuffer none) {
        return read(none, in.remaining());
    }

    /** Hands at most so many bytes on, and puts none into the destination: the decoder need only know how many there were. */
    @Override
    public int read(ByteBuffer none, int most) {
        int length = Math.min(in.remaining(), most);
        if (length > 0) {
            int end = in.position() + length;
            int limit = in.limit();
            contentBytes += length;
            scanned = 0;
            content.accept(in.limit(end));
            in.limit(limit).position(end);
        }
        return length;
    }

    @Override
    public int read(WritableByteChannel channel, int most) {
        throw new UnsupportedOperationException("bodies go to their reader");
    }

    @Override
    public int read(WritableByteChannel channel) {
        throw new UnsupportedOperationException("bodies go to their reader");
    }

    @Override
    public boolean readLine(CharArrayBuffer line, boolean endOfStream) throws IOException {
        int start = in.position();
        int end = start + scanned;
        while (end < in.limit() && in.get(end) != '\n') {
            end++;
        }
        scanned = end - start;
        if (scanned > limits.lineBytes()) {
            throw new MessageConstraintException("a line has more than " + limits.lineBytes() + " bytes");
        }
        if (end == in.limit()) {
            return false;
        }
        scanned = 0;
        in.position(end + 1);
        count(end + 1 - start);
        if (end > start && in.get(end - 1) == '\r') {
            end--;
        } else if (inBody) {
            throw new MalformedChunkCodingException("a line among the chunks ends without CR");
        }
        line.ensureCapacity(end - start);
        for (int at = start; at < end; at++) {
            int c = in.get(at) & 0xff;
            if (!Tokens.isText(c)) {
                throw new BadLineException("a line has a control character in it: " + c);
            }
            line.append((char) c);
        }
        boolean indented = !line.isEmpty() && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
        if (indented && !inBody && (!folds || lines <= 2)) {
            throw new BadLineException("a line begins with a blank");
        }
        if (inBody && !line.isEmpty() && "+- \t".indexOf(line.charAt(0)) >= 0) {
            throw new MalformedChunkCodingException("no size of a chunk: " + line);
        }
        return true;
    }

    private void count(int length) throws MessageConstraintException {
        lines++;
        lineBytes += length;
        if (lineBytes > limits.headBytes() + (inBody ? MOST_AROUND_A_BYTE * contentBytes : 0)) {
            throw new MessageConstraintException(
                    inBody
                            ? "there is more around the chunks than in them"
                            : "the head has more than " + limits.headBytes() + " bytes");
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("it is the connection that is closed");
    }

    /** A line that nobody may send. */
    static final class BadLineException extends IOException {
        private static final long serialVersionUID = 1;

        BadLineException(String message) {
            super(message);
        }
    }
}
