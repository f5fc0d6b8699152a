package dev.gearbox.http.syntax;

/** The characters that the parts of a message may contain (RFC 9110, 5.5 and 5.6.2): a table, since every byte of a head is looked up. */
public final class Tokens {
    private static final int TOKEN = 1;
    private static final int TEXT = 2;
    private static final int VISIBLE = 4;
    private static final int BYTES = 256;
    private static final byte[] KINDS = new byte[BYTES];

    static {
        for (int c = 0; c < BYTES; c++) {
            boolean visible = c > ' ' && c < 0x7f;
            boolean text = visible || c == ' ' || c == '\t' || c > 0x7f;
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            boolean token = alphanumeric || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            KINDS[c] = (byte) ((token ? TOKEN : 0) | (text ? TEXT : 0) | (visible ? VISIBLE : 0));
        }
    }

    private Tokens() {}

    private static boolean consistsOf(String text, int kind) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c >= BYTES || (KINDS[c] & kind) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether this is a valid field name or method. */
    public static boolean isToken(String text) {
        return !text.isEmpty() && consistsOf(text, TOKEN);
    }

    /** Returns whether a field name or method may contain this. */
    public static boolean isToken(byte c) {
        return (KINDS[c & 0xff] & TOKEN) != 0;
    }

    /** Returns whether this may appear in a line: no control character except the tab. */
    public static boolean isText(byte c) {
        return (KINDS[c & 0xff] & TEXT) != 0;
    }

    /** Returns whether a request target may contain this: a visible ASCII character. */
    public static boolean isVisible(byte c) {
        return (KINDS[c & 0xff] & VISIBLE) != 0;
    }

    /** Returns whether this is optional white space: a space or a tab. */
    public static boolean isBlank(byte c) {
        return c == ' ' || c == '\t';
    }

    /** Returns whether this is a valid field value. */
    public static boolean isValue(String text) {
        return consistsOf(text, TEXT);
    }

    /** Returns whether this is a valid request target. */
    public static boolean isTarget(String text) {
        return !text.isEmpty() && consistsOf(text, VISIBLE);
    }

    /** Returns the lower case of an ASCII letter, and any other character as it is. */
    static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }
}
