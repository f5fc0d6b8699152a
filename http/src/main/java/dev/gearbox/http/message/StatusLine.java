package dev.gearbox.http.message;

import java.nio.ByteBuffer;

/**
 * The first line of a response. Its reason phrase means nothing and is not kept; the space before it may be missing if it is empty.
 *
 * @param status three digits
 */
public record StatusLine(int status, boolean old) implements StartLine {
    private static final int DIGITS = 3;

    /** Parses such a line. */
    public static StatusLine parse(ByteBuffer in, int start, int end) throws MessageException {
        int version = StartLine.space(in, start, end);
        boolean old = StartLine.isOld(in, start, version);
        int code = version + 1;
        int after = code + DIGITS;
        boolean valid = after <= end && (after == end || in.get(after) == ' ');
        int status = 0;
        for (int at = code; valid && at < after; at++) {
            int digit = in.get(at) - '0';
            valid = digit >= 0 && digit <= 9;
            status = 10 * status + digit;
        }
        if (!valid) {
            throw MessageException.malformed("not a status line: " + LineScanner.shown(in, start, end));
        }
        return new StatusLine(status, old);
    }
}
