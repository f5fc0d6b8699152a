package dev.gearbox.cli;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Extracts the text that people read from source files. Lines and columns are kept: everything else becomes blank. */
final class JavaProse {
    private static final Pattern COMMENT_OR_STRING = Pattern.compile(
            "(?<comment>/\\*.*?\\*/|//[^\\n]*)|\"\"\"(?:[^\\\\\"]|\\\\.|\"(?!\"\"))*+\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)*+'",
            Pattern.DOTALL);
    private static final Pattern NAMED =
            Pattern.compile("\\{@(?:link|linkplain|code|value) [^}]*}|@(?:see|throws) \\S+|`[^`\\n]+`");
    private static final Pattern TWO_WORDS = Pattern.compile("[A-Z][a-z0-9]+[A-Z]\\w*");

    private JavaProse() {}

    /**
     * The comments and strings of a Java file, strings without their quotation marks. Of the code, punctuation stays between strings: two
     * arguments are not one phrase, the operands of a concatenation may be.
     */
    static String commentsAndStrings(String java) {
        StringBuilder prose = new StringBuilder(java.replaceAll("[^\\n,;(){}]", " "));
        COMMENT_OR_STRING.matcher(java).results().forEach(found -> {
            boolean comment = found.group().startsWith("/");
            int quotes = comment ? 0 : found.group().startsWith("\"\"\"") ? 3 : 1;
            prose.replace(
                    found.start() + quotes,
                    found.end() - quotes,
                    java.substring(found.start() + quotes, found.end() - quotes));
        });
        return prose.toString();
    }

    /** The parts of a Java file that contain names: its code, and the links in its comments. */
    static String names(String java) {
        StringBuilder names = new StringBuilder(java);
        COMMENT_OR_STRING.matcher(java).results().forEach(found -> {
            String text = found.group().startsWith("/")
                    ? kept(found.group(), NAMED, named -> true)
                    : found.group().replaceAll("[^\\n]", " ");
            names.replace(found.start(), found.end(), text);
        });
        return names.toString();
    }

    /** The same for any other text: quoted parts, and names of two words, which are unambiguous. */
    static String quoted(String text, Collection<String> names) {
        StringBuilder all = new StringBuilder(kept(text, NAMED, named -> true));
        TWO_WORDS
                .matcher(text)
                .results()
                .filter(found -> names.contains(found.group()))
                .forEach(found -> all.replace(found.start(), found.end(), found.group()));
        return all.toString();
    }

    private static String kept(String text, Pattern pattern, Predicate<MatchResult> which) {
        StringBuilder kept = blank(text);
        pattern.matcher(text)
                .results()
                .filter(which)
                .forEach(found -> kept.replace(found.start(), found.end(), found.group()));
        return kept.toString();
    }

    private static StringBuilder blank(String text) {
        return new StringBuilder(text.replaceAll("[^\\n]", " "));
    }
}
