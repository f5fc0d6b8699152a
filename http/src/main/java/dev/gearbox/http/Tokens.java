package dev.gearbox.http;

/** What the characters of a message may be (RFC 9110, 5.5 and 5.6.2). */
public final class Tokens {
    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private Tokens() {}

    /** A name of a field or a method. */
    public static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(Tokens::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }

    /** What may stand in a line: no control character but the tabulator, nothing beyond a byte. */
    public static boolean isText(int c) {
        return (c >= ' ' && c <= 0xff && c != 0x7f) || c == '\t';
    }

    /** A value of a field. */
    static boolean isValue(String text) {
        return text.chars().allMatch(Tokens::isText);
    }

    /** A target of a request: visible characters of ASCII. */
    public static boolean isTarget(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
