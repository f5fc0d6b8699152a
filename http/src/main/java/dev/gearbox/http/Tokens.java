package dev.gearbox.http;

/** The characters that the parts of a message may contain (RFC 9110, 5.5 and 5.6.2). */
public final class Tokens {
    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private Tokens() {}

    /** Returns whether this is a valid field name or method. */
    public static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(Tokens::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }

    /** Returns whether this may appear in a line: no control character except the tab, no character beyond one byte. */
    public static boolean isText(int c) {
        return (c >= ' ' && c <= 0xff && c != 0x7f) || c == '\t';
    }

    /** Returns whether this is a valid field value. */
    static boolean isValue(String text) {
        return text.chars().allMatch(Tokens::isText);
    }

    /** Returns whether this is a valid request target: visible ASCII characters. */
    public static boolean isTarget(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
