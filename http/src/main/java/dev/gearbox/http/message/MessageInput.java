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
 * The source that HttpCore's parsers and decoders read from: the very buffer that the engine read into. An incomplete line stays in it and is offered
 * again with the bytes that follow; bytes of a body are passed to the reader in place. So a connection holds no buffer of its own and nothing is
 * copied.
 *
 * <p>Adds checks that HttpCore leaves to its caller: no control characters in lines, no sign before the size of a chunk, CR before LF around chunks
 * (parsers that differ in this disagree about where a message ends), and limits on the whole head and on the overhead around chunks.
 */
public final class MessageInput implements SessionInputBuffer, ReadableByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** A chunk of one byte has an overhead of five; no sender needs more than that for long. */
    private static final int MOST_AROUND_A_BYTE = 8;

    private final HttpLimits limits;
    private final Consumer<ByteBuffer> content;
    private final boolean folds;
    private ByteBuffer in = NOTHING;
    /** The number of bytes after the position that are known to contain no line end. */
    private int scanned;

    private int lines;
    private boolean inBody;
    private long lineBytes;
    private long contentBytes;

    /**
     * Creates the input of one connection.
     *
     * @param folds whether a header field may continue on the next line: old servers send that, clients must not
     * @param content receives the bytes of bodies
     */
    public MessageInput(HttpLimits limits, boolean folds, Consumer<ByteBuffer> content) {
        this.limits = limits;
        this.folds = folds;
        this.content = content;
    }

    /** Begins an offer of the engine: bytes left from the last one come first. */
    public void offer(ByteBuffer offered) {
        in = offered;
    }

    /** Ends the offer. */
    public void withdraw() {
        in = NOTHING;
    }

    /** Called when a message begins. */
    void beginHead() {
        lines = 0;
        lineBytes = 0;
        inBody = false;
    }

    /** Called when a body begins. */
    void beginBody() {
        inBody = true;
        lineBytes = 0;
        contentBytes = 0;
    }

    /** Returns the number of complete lines of the head. */
    public int lines() {
        return lines;
    }

    /** Returns the number of body bytes passed on. */
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

    /** Does nothing: bytes come from {@link #offer}, and the session handles their end. */
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

    /** Passes on at most {@code most} bytes and puts none into the destination: the decoder only needs their number. */
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
        throw new UnsupportedOperationException("bodies are passed to their reader");
    }

    @Override
    public int read(WritableByteChannel channel) {
        throw new UnsupportedOperationException("bodies are passed to their reader");
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
                throw new BadLineException("a line contains a control character: " + c);
            }
            line.append((char) c);
        }
        boolean indented = !line.isEmpty() && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
        if (indented && !inBody && (!folds || lines <= 2)) {
            throw new BadLineException("a line begins with whitespace");
        }
        if (inBody && !line.isEmpty() && "+- \t".indexOf(line.charAt(0)) >= 0) {
            throw new MalformedChunkCodingException("not a chunk size: " + line);
        }
        return true;
    }

    private void count(int length) throws MessageConstraintException {
        lines++;
        lineBytes += length;
        if (lineBytes > limits.headBytes() + (inBody ? MOST_AROUND_A_BYTE * contentBytes : 0)) {
            throw new MessageConstraintException(
                    inBody
                            ? "the chunk overhead exceeds the chunk data"
                            : "the head has more than " + limits.headBytes() + " bytes");
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("close the connection instead");
    }

    /** A line that violates the protocol. */
    static final class BadLineException extends IOException {
        private static final long serialVersionUID = 1;

        BadLineException(String message) {
            super(message);
        }
    }
}
