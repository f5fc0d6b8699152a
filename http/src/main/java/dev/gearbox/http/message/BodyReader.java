package dev.gearbox.http.message;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.MessageException.Kind;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Reads the bodies of a connection's messages: {@link #begin}, then {@link #read} until that is complete. Passes their bytes on in the buffer that
 * the engine read into, without the chunked coding, and keeps none. Around chunks every line ends with CR LF, and what is around them is bounded by
 * their content.
 */
public final class BodyReader {
    /** A chunk of one byte has an overhead of five; no sender needs more than that for long. */
    private static final int MOST_AROUND_A_BYTE = 8;

    private final HttpLimits limits;
    private final boolean lenient;
    private final Consumer<ByteBuffer> content;
    private final LineScanner lines;

    private enum State {
        /** A number of bytes, after which the body is complete. */
        FIXED,
        UNTIL_END,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER
    }

    private State state = State.FIXED;
    /** The bytes missing of the body or of the chunk. */
    private long missing;

    private long contentBytes;
    private long overhead;
    private int trailers;

    private BodyReader(HttpLimits limits, boolean lenient, Consumer<ByteBuffer> content) {
        this.limits = limits;
        this.lenient = lenient;
        this.content = content;
        lines = new LineScanner(limits.lineBytes());
    }

    /**
     * Creates a reader of requests.
     *
     * @param content receives the bytes of bodies; a piece is valid during the call
     */
    public static BodyReader ofRequests(HttpLimits limits, Consumer<ByteBuffer> content) {
        return new BodyReader(limits, false, content);
    }

    /** Creates a reader of responses: old servers pad the size of a chunk with spaces. */
    public static BodyReader ofResponses(HttpLimits limits, Consumer<ByteBuffer> content) {
        return new BodyReader(limits, true, content);
    }

    /** Begins a body of that length, as {@link MessageHead#length} returns it. */
    public void begin(long length) {
        state = length == Framing.CHUNKED
                ? State.CHUNK_SIZE
                : length == Framing.UNDEFINED ? State.UNTIL_END : State.FIXED;
        missing = Math.max(0, length);
        contentBytes = 0;
        overhead = 0;
        trailers = 0;
    }

    /** Passes on the available bytes of the body and returns whether it is complete. */
    public boolean read(ByteBuffer in) throws MessageException {
        boolean more = true;
        while (more) {
            switch (state) {
                case FIXED -> {
                    pass(in);
                    return missing == 0;
                }
                case UNTIL_END -> {
                    missing = in.remaining();
                    if (contentBytes + missing > limits.bodyBytes()) {
                        throw Framing.tooLarge(limits.bodyBytes());
                    }
                    pass(in);
                    return false;
                }
                case CHUNK_SIZE -> more = readSize(in);
                case CHUNK -> {
                    pass(in);
                    more = missing == 0;
                    state = more ? State.CHUNK_END : State.CHUNK;
                }
                case CHUNK_END -> more = readChunkEnd(in);
                case TRAILER -> {
                    more = line(in);
                    if (more && lines.isEmpty()) {
                        return true;
                    }
                    if (more) {
                        checkTrailer(in);
                    }
                }
            }
        }
        return false;
    }

    private void pass(ByteBuffer in) {
        int length = (int) Math.min(in.remaining(), missing);
        if (length > 0) {
            int end = in.position() + length;
            int limit = in.limit();
            missing -= length;
            contentBytes += length;
            content.accept(in.limit(end));
            in.limit(limit).position(end);
        }
    }

    private boolean readSize(ByteBuffer in) throws MessageException {
        if (!line(in)) {
            return false;
        }
        int end = lenient ? HeadReader.trimmed(in, lines.start(), lines.end()) : lines.end();
        missing = ChunkSize.parse(in, lines.start(), end);
        if (missing > limits.bodyBytes() - contentBytes) {
            throw Framing.tooLarge(limits.bodyBytes());
        }
        state = missing == 0 ? State.TRAILER : State.CHUNK;
        return true;
    }

    private boolean readChunkEnd(ByteBuffer in) throws MessageException {
        if (in.hasRemaining() && in.get(in.position()) != '\r') {
            throw MessageException.malformed("a chunk does not end after the bytes that its size states");
        }
        boolean ended = line(in);
        state = ended ? State.CHUNK_SIZE : State.CHUNK_END;
        return ended;
    }

    private void checkTrailer(ByteBuffer in) throws MessageException {
        HeadReader.colon(in, lines.start(), lines.end());
        if (++trailers > limits.headerCount()) {
            throw new MessageException(
                    Kind.FRAMING_TOO_LARGE, "the trailer has more than " + limits.headerCount() + " fields");
        }
    }

    private boolean line(ByteBuffer in) throws MessageException {
        int start = in.position();
        if (!lines.next(in, false, Kind.FRAMING_TOO_LARGE)) {
            return false;
        }
        overhead += in.position() - start;
        if (overhead > limits.headBytes() + MOST_AROUND_A_BYTE * contentBytes) {
            throw new MessageException(Kind.FRAMING_TOO_LARGE, "the chunk overhead exceeds the chunk data");
        }
        return true;
    }
}
