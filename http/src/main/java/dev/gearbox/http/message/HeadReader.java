package dev.gearbox.http.message;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.MessageException.Kind;
import dev.gearbox.http.syntax.FieldLines;
import dev.gearbox.http.syntax.Tokens;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of a connection's messages, one after another, line by line (RFC 9112, 2.2 to 5). A line is parsed where the engine has put it and
 * copied once, into the fields of the message; between two messages the reader holds nothing.
 *
 * <p>Old servers end lines with LF alone and continue a field on the next line, so responses may do that. Requests may not: a proxy on their way
 * could see other fields in them.
 *
 * @param <S> requests or responses
 */
public final class HeadReader<S extends StartLine> {
    /** Some senders end a body with a line end that is not part of it (RFC 9112, 2.2). */
    private static final int MOST_EMPTY_LINES = 10;

    private static final int MOST_EXPECTED = 1 << 10;
    /** A space after each colon that was sent without. */
    private static final int SLACK = 16;

    /** Between two messages; nothing is added to it. */
    private static final FieldLines NONE = new FieldLines(0);

    private final StartLine.Parser<S> parser;
    private final HttpLimits limits;
    private final boolean lenient;
    private final LineScanner lines;

    private @Nullable S first;
    private FieldLines fields = NONE;
    private int emptyLines;
    private int bytes;

    private HeadReader(StartLine.Parser<S> parser, HttpLimits limits, boolean lenient) {
        this.parser = parser;
        this.limits = limits;
        this.lenient = lenient;
        lines = new LineScanner(limits.lineBytes());
    }

    /** Creates a reader of requests. */
    public static HeadReader<RequestLine> ofRequests(HttpLimits limits) {
        return new HeadReader<>(RequestLine::parse, limits, false);
    }

    /** Creates a reader of responses. */
    public static HeadReader<StatusLine> ofResponses(HttpLimits limits) {
        return new HeadReader<>(StatusLine::parse, limits, true);
    }

    /** Returns whether a part of a head has been read. */
    public boolean isBegun() {
        return bytes > 0;
    }

    /**
     * Takes as much of a head from the buffer as there is.
     *
     * @return the head when it is complete, else null: an incomplete line is left in the buffer
     */
    public @Nullable MessageHead<S> read(ByteBuffer in) throws MessageException {
        int start = in.position();
        while (lines.next(in, lenient, first == null ? Kind.START_LINE_TOO_LONG : Kind.HEAD_TOO_LARGE)) {
            bytes += in.position() - start;
            start = in.position();
            if (bytes > limits.headBytes()) {
                throw new MessageException(
                        Kind.HEAD_TOO_LARGE, "the head has more than " + limits.headBytes() + " bytes");
            }
            S line = first;
            if (line == null) {
                readFirst(in);
            } else if (lines.isEmpty()) {
                return take(line);
            } else {
                readField(in, lines.start(), lines.end());
            }
        }
        return null;
    }

    private MessageHead<S> take(S line) {
        MessageHead<S> head = new MessageHead<>(line, fields);
        first = null;
        fields = NONE;
        emptyLines = 0;
        bytes = 0;
        return head;
    }

    private void readFirst(ByteBuffer in) throws MessageException {
        if (!lines.isEmpty()) {
            first = parser.parse(in, lines.start(), lines.end());
            fields = new FieldLines(Math.min(in.remaining() + SLACK, MOST_EXPECTED));
        } else if (++emptyLines > MOST_EMPTY_LINES) {
            throw new MessageException(
                    Kind.HEAD_TOO_LARGE, "more than " + MOST_EMPTY_LINES + " empty lines before a message");
        }
    }

    private void readField(ByteBuffer in, int start, int end) throws MessageException {
        if (Tokens.isBlank(in.get(start))) {
            fold(in, start, end);
            return;
        }
        int colon = colon(in, start, end);
        if (fields.count() == limits.headerCount()) {
            throw new MessageException(
                    Kind.HEAD_TOO_LARGE, "the head has more than " + limits.headerCount() + " fields");
        }
        int value = skipBlanks(in, colon + 1, end);
        fields.add(in, start, colon, value, trimmed(in, value, end));
    }

    private void fold(ByteBuffer in, int start, int end) throws MessageException {
        if (!lenient || fields.count() == 0) {
            throw MessageException.malformed("a line begins with white space");
        }
        int value = skipBlanks(in, start, end);
        int valueEnd = trimmed(in, value, end);
        if (fields.valueLength(fields.count() - 1) + valueEnd - value >= limits.lineBytes()) {
            throw new MessageException(
                    Kind.HEAD_TOO_LARGE, "a folded field has more than " + limits.lineBytes() + " bytes");
        }
        fields.fold(in, value, valueEnd);
    }

    private static int skipBlanks(ByteBuffer in, int from, int end) {
        int at = from;
        while (at < end && Tokens.isBlank(in.get(at))) {
            at++;
        }
        return at;
    }

    /** Returns the end without the spaces and tabs before it. */
    static int trimmed(ByteBuffer in, int from, int end) {
        int at = end;
        while (at > from && Tokens.isBlank(in.get(at - 1))) {
            at--;
        }
        return at;
    }

    /** Returns where the name of a field ends, directly before a colon. */
    static int colon(ByteBuffer in, int start, int end) throws MessageException {
        int at = start;
        while (at < end && Tokens.isToken(in.get(at))) {
            at++;
        }
        if (at == start || at == end || in.get(at) != ':') {
            throw MessageException.malformed("not a header field: " + LineScanner.shown(in, start, end));
        }
        return at;
    }
}
