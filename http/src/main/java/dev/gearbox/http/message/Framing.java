package dev.gearbox.http.message;

import dev.gearbox.http.message.MessageException.Kind;
import dev.gearbox.http.syntax.FieldLines;

/**
 * What the fields of a message say about its end and about what follows (RFC 9112, 6 and 9.3). If they say it in two ways, even in two ways that agree,
 * the message is refused: another parser on its way may have chosen the other one.
 */
public final class Framing {
    /** The length of a chunked body. */
    public static final long CHUNKED = -1;

    /** The length of a body without any indication of its length. */
    public static final long UNDEFINED = -2;

    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String TRANSFER_ENCODING = "Transfer-Encoding";
    private static final String CONNECTION = "Connection";

    private Framing() {}

    /**
     * Returns the length of a body: {@link #CHUNKED}, {@link #UNDEFINED} or bytes.
     *
     * @param old whether the message is of HTTP/1.0
     * @param most the largest length to accept
     * @throws MessageException if the length is contradictory, ambiguous, not understood or too large
     */
    static long length(FieldLines fields, boolean old, long most) throws MessageException {
        int announced = fields.find(CONTENT_LENGTH, 0);
        int coded = fields.find(TRANSFER_ENCODING, 0);
        if (announced < 0) {
            return coded < 0 ? UNDEFINED : chunked(fields, old);
        }
        long length = number(fields, announced);
        if (coded >= 0) {
            throw MessageException.malformed("both Content-Length and Transfer-Encoding");
        }
        if (fields.find(CONTENT_LENGTH, announced + 1) >= 0) {
            throw MessageException.malformed("more than one Content-Length");
        }
        if (length > most) {
            throw tooLarge(most);
        }
        return length;
    }

    static MessageException tooLarge(long most) {
        return new MessageException(Kind.BODY_TOO_LARGE, "the body has more than " + most + " bytes");
    }

    private static long number(FieldLines fields, int field) throws MessageException {
        int digits = fields.valueLength(field);
        boolean valid = digits > 0;
        long number = 0;
        for (int at = 0; valid && at < digits; at++) {
            int digit = fields.valueAt(field, at) - '0';
            valid = digit >= 0 && digit <= 9 && number <= (Long.MAX_VALUE - digit) / 10;
            number = 10 * number + digit;
        }
        if (!valid) {
            throw MessageException.malformed("not a Content-Length: \"" + fields.value(field) + "\"");
        }
        return number;
    }

    private static long chunked(FieldLines fields, boolean old) throws MessageException {
        if (old) {
            throw MessageException.malformed("Transfer-Encoding in HTTP/1.0");
        }
        int codings = fields.elements(TRANSFER_ENCODING);
        if (codings > fields.elements(TRANSFER_ENCODING, "chunked")) {
            throw new MessageException(Kind.UNKNOWN_CODING, "a transfer coding other than chunked");
        }
        if (codings != 1) {
            throw MessageException.malformed("chunked is named " + codings + " times in Transfer-Encoding");
        }
        return CHUNKED;
    }

    /** Returns whether the connection stays open: since HTTP/1.1 by default, before that only on request. */
    static boolean keepsAlive(FieldLines fields, boolean old) {
        return fields.elements(CONNECTION, "close") == 0 && (!old || fields.elements(CONNECTION, "keep-alive") > 0);
    }
}
