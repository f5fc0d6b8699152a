package dev.gearbox.http.message;

import dev.gearbox.http.message.MessageException.Kind;
import java.nio.ByteBuffer;

/** The first line of a message (RFC 9112, 3 and 4). Its parts are separated by exactly one space. */
public sealed interface StartLine permits RequestLine, StatusLine {
    /** Length of {@code HTTP/1.1}. */
    int VERSION = 8;

    /** Returns whether the sender speaks HTTP/1.0. */
    boolean old();

    /** Parses the line between two indexes. */
    @FunctionalInterface
    interface Parser<S extends StartLine> {
        S parse(ByteBuffer in, int start, int end) throws MessageException;
    }

    /** Returns the index of the next space, or {@code end}. */
    static int space(ByteBuffer in, int start, int end) {
        int at = start;
        while (at < end && in.get(at) != ' ') {
            at++;
        }
        return at;
    }

    /**
     * Reads a version.
     *
     * @return whether it is 1.0
     * @throws MessageException if it is none, or not 1.x
     */
    static boolean isOld(ByteBuffer in, int start, int end) throws MessageException {
        String name = "HTTP/d.d";
        boolean valid = end - start == VERSION;
        for (int at = 0; valid && at < VERSION; at++) {
            byte c = in.get(start + at);
            valid = name.charAt(at) == 'd' ? c >= '0' && c <= '9' : c == name.charAt(at);
        }
        if (!valid) {
            throw MessageException.malformed("not a version of HTTP: " + LineScanner.shown(in, start, end));
        }
        if (in.get(start + VERSION - 3) != '1') {
            throw new MessageException(
                    Kind.UNSUPPORTED_VERSION, LineScanner.text(in, start, end) + " is not supported; use HTTP/1.1");
        }
        return in.get(start + VERSION - 1) == '0';
    }
}
