package dev.gearbox.load.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Reads the answers of HTTP/1.1 on a connection, one after another, as they arrive, with Content-Length or in chunks, and checks its status, and the length and the checksum of its body. A
 * reader of its own rather than that of {@code http}, which is one of the things under test.
 *
 * <pre>
 *   STATUS ─▶ FIELDS ─┬─▶ BODY ───────────────────────────────┬─▶ complete
 *                     └─▶ SIZE ─▶ CHUNK ─▶ CHUNK_END ─▶ SIZE ─▶ TRAILER ─┘
 * </pre>
 */
public final class HttpAnswer {
    /** The longest line, in bytes. */
    private static final int LONGEST = 4 << 10;

    private static final int HEXADECIMAL = 16;

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})( .*)?");

    /** An answer with another status. */
    public static final class StatusException extends IOException {
        private static final long serialVersionUID = 1;

        StatusException(int status, int expected) {
            super("the status is " + status + ", not " + expected);
        }
    }

    private enum State {
        STATUS,
        FIELDS,
        BODY,
        SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        COMPLETE
    }

    private Expectation.Http expected;
    private final CRC32C checksum = new CRC32C();
    private final byte[] line = new byte[LONGEST];
    private int lineLength;
    private State state = State.STATUS;
    private long left;
    private boolean chunked;
    private int body;

    public HttpAnswer(Expectation.Http expected) {
        this.expected = expected;
    }

    /** Begins with the next answer. */
    public HttpAnswer expect(Expectation.Http next) {
        expected = next;
        checksum.reset();
        lineLength = 0;
        state = State.STATUS;
        left = 0;
        chunked = false;
        body = 0;
        return this;
    }

    /** Returns how many bytes of the body have been read. */
    public int body() {
        return body;
    }

    /**
     * Reads what belongs to the answer.
     *
     * @return whether it is complete; bytes after it remain in the buffer
     * @throws StatusException if the status is another one
     * @throws IOException if it is not an answer, or its body is wrong; the message says how
     */
    public boolean read(ByteBuffer in) throws IOException {
        while (state != State.COMPLETE && in.hasRemaining()) {
            if (state == State.BODY || state == State.CHUNK) {
                readBody(in);
            } else if (readLine(in)) {
                take(new String(line, 0, lineLength, StandardCharsets.ISO_8859_1).strip());
                lineLength = 0;
            }
        }
        if (state != State.COMPLETE) {
            return false;
        }
        checkBody();
        return true;
    }

    private void readBody(ByteBuffer in) throws IOException {
        int count = (int) Math.min(left, in.remaining());
        int limit = in.limit();
        checksum.update(in.limit(in.position() + count));
        in.limit(limit);
        left -= count;
        body += count;
        if (body > expected.bytes()) {
            throw new IOException("the body has more than " + expected.bytes() + " bytes");
        }
        if (left == 0) {
            state = state == State.BODY ? State.COMPLETE : State.CHUNK_END;
        }
    }

    /** Returns whether a line is complete. */
    private boolean readLine(ByteBuffer in) throws IOException {
        while (in.hasRemaining()) {
            byte next = in.get();
            if (next == '\n') {
                return true;
            }
            if (lineLength == LONGEST) {
                throw new IOException("a line has more than " + LONGEST + " bytes");
            }
            line[lineLength++] = next;
        }
        return false;
    }

    private void take(String text) throws IOException {
        switch (state) {
            case STATUS -> takeStatus(text);
            case FIELDS -> takeField(text);
            case SIZE -> {
                left = number(text.split(";", 2)[0].strip(), HEXADECIMAL);
                state = left == 0 ? State.TRAILER : State.CHUNK;
            }
            case CHUNK_END -> {
                require(text.isEmpty(), text);
                state = State.SIZE;
            }
            case TRAILER -> state = text.isEmpty() ? State.COMPLETE : State.TRAILER;
            case BODY, CHUNK, COMPLETE -> throw new IllegalStateException("no line is expected in " + state);
        }
    }

    private void takeStatus(String text) throws IOException {
        Matcher found = STATUS_LINE.matcher(text);
        require(found.matches(), text);
        int status = Integer.parseInt(found.group(1));
        if (status != expected.status()) {
            throw new StatusException(status, expected.status());
        }
        state = State.FIELDS;
    }

    private void takeField(String text) throws IOException {
        if (text.isEmpty()) {
            state = chunked ? State.SIZE : left == 0 ? State.COMPLETE : State.BODY;
            return;
        }
        int colon = text.indexOf(':');
        require(colon > 0, text);
        String value = text.substring(colon + 1).strip();
        switch (text.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "content-length" -> left = number(value, 10);
            case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
            default -> {}
        }
    }

    private static long number(String text, int radix) throws IOException {
        try {
            return Long.parseUnsignedLong(text, radix);
        } catch (NumberFormatException bad) {
            throw new IOException("\"" + text + "\" is no length", bad);
        }
    }

    private static void require(boolean condition, String text) throws IOException {
        if (!condition) {
            throw new IOException("\"" + text + "\" is no part of an HTTP answer");
        }
    }

    private void checkBody() throws IOException {
        if (body != expected.bytes()) {
            throw new IOException("the body has " + body + " bytes, not " + expected.bytes());
        }
        String found = HexFormat.of().toHexDigits((int) checksum.getValue());
        if (!found.equals(expected.crc32c())) {
            throw new IOException(
                    "the body of " + body + " bytes has the checksum " + found + ", not " + expected.crc32c());
        }
    }
}
