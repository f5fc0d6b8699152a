package dev.gearbox.http.message;

import dev.gearbox.http.syntax.Tokens;
import java.nio.ByteBuffer;

/**
 * The first line of a request.
 *
 * @param method a token
 * @param target visible ASCII characters
 */
public record RequestLine(String method, String target, boolean old) implements StartLine {
    private static final String[] KNOWN = {
        "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"
    };

    /** Parses such a line. */
    public static RequestLine parse(ByteBuffer in, int start, int end) throws MessageException {
        int method = start;
        while (method < end && Tokens.isToken(in.get(method))) {
            method++;
        }
        int target = method + 1;
        while (target < end && Tokens.isVisible(in.get(target))) {
            target++;
        }
        boolean valid =
                method > start && target < end && target > method + 1 && in.get(method) == ' ' && in.get(target) == ' ';
        if (!valid) {
            throw MessageException.malformed("not a request line: " + LineScanner.shown(in, start, end));
        }
        boolean old = StartLine.isOld(in, target + 1, end);
        return new RequestLine(method(in, start, method), LineScanner.text(in, method + 1, target), old);
    }

    private static String method(ByteBuffer in, int start, int end) {
        for (String known : KNOWN) {
            if (matches(in, start, end, known)) {
                return known;
            }
        }
        return LineScanner.text(in, start, end);
    }

    private static boolean matches(ByteBuffer in, int start, int end, String word) {
        boolean matches = word.length() == end - start;
        for (int at = start; matches && at < end; at++) {
            matches = in.get(at) == word.charAt(at - start);
        }
        return matches;
    }
}
