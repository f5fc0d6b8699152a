package dev.gearbox.http.message;

import dev.gearbox.http.message.MessageException.Kind;
import dev.gearbox.http.syntax.Tokens;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Finds one line after another in the very buffer that the engine read into. An incomplete line stays there and is offered again with the bytes that
 * follow; what has been scanned is not scanned again.
 *
 * <p>Parsers that disagree about where a line ends disagree about where a message ends (request smuggling). So a line consists of text, without
 * control characters, and ends with CR LF; CR alone is always an error, LF alone is accepted only where that is asked for. What is found depends only
 * on the bytes up to there, not on how they were split.
 */
final class LineScanner {
    private static final int SHOWN = 60;

    private final int most;
    private int scanned;
    private int start;
    private int end;

    /** Creates a scanner that accepts {@code most} bytes before a line feed. */
    LineScanner(int most) {
        this.most = most;
    }

    /**
     * Takes the next line from the buffer.
     *
     * @param bareFeeds whether LF alone ends a line
     * @param tooLong thrown if the line is too long
     * @return false if it is not complete
     */
    boolean next(ByteBuffer in, boolean bareFeeds, Kind tooLong) throws MessageException {
        start = in.position();
        int limit = in.limit();
        for (int at = start + scanned; at < limit; at++) {
            byte c = in.get(at);
            if (at - start > most) {
                throw new MessageException(tooLong, "a line has more than " + most + " bytes");
            }
            if (Tokens.isText(c)) {
                continue;
            }
            if (c == '\n') {
                return found(in, at, bareFeeds);
            }
            if (c != '\r') {
                throw MessageException.malformed("a line contains a control character: " + (c & 0xff));
            }
            if (at + 1 == limit) {
                scanned = at - start; // once more, with the byte that follows
                return false;
            }
            if (in.get(at + 1) != '\n') {
                throw MessageException.malformed("a line contains CR");
            }
        }
        scanned = limit - start;
        return false;
    }

    private boolean found(ByteBuffer in, int feed, boolean bareFeeds) throws MessageException {
        boolean returned = feed > start && in.get(feed - 1) == '\r';
        if (!returned && !bareFeeds) {
            throw MessageException.malformed("a line ends without CR");
        }
        end = returned ? feed - 1 : feed;
        scanned = 0;
        in.position(feed + 1);
        return true;
    }

    /** Returns where the line begins in the buffer. */
    int start() {
        return start;
    }

    /** Returns where its line end begins. */
    int end() {
        return end;
    }

    boolean isEmpty() {
        return end == start;
    }

    /** Returns the beginning of a line, quoted, for a message. */
    static String shown(ByteBuffer in, int start, int end) {
        String text = text(in, start, Math.min(end, start + SHOWN));
        return "\"" + text + (end - start > SHOWN ? "...\"" : "\"");
    }

    static String text(ByteBuffer in, int start, int end) {
        byte[] text = new byte[end - start];
        in.get(start, text);
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
