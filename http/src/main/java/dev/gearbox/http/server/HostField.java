package dev.gearbox.http.server;

import dev.gearbox.http.syntax.FieldLines;

/**
 * The form of a Host field: a host, possibly empty, and possibly a port (RFC 9110, 7.2; RFC 3986, 3.2). Anything else is refused, since two readers
 * could see two hosts in it.
 */
final class HostField {
    private static final String NAME = "!$%&'()*+,-.;=_~";

    private HostField() {}

    static boolean isValid(FieldLines fields, int host) {
        int length = fields.valueLength(host);
        int at = 0;
        if (length > 0 && fields.valueAt(host, 0) == '[') { // an IPv6 address
            do {
                at++;
            } while (at < length && isAddress(fields.valueAt(host, at)));
            if (at == 1 || at == length || fields.valueAt(host, at++) != ']') {
                return false;
            }
        } else {
            while (at < length && isName(fields.valueAt(host, at))) {
                at++;
            }
        }
        if (at < length && fields.valueAt(host, at++) != ':') {
            return false;
        }
        while (at < length && isDigit(fields.valueAt(host, at))) {
            at++;
        }
        return at == length;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isAddress(byte c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
    }

    private static boolean isName(byte c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || NAME.indexOf(c) >= 0;
    }
}
