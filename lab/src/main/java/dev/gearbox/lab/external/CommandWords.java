package dev.gearbox.lab.external;

import dev.gearbox.lab.data.LabException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command into words like a shell, without any other feature of a shell: no variables, patterns or pipes. Use {@code sh -c '...'} for those.
 * <pre>
 *   blanks       end a word
 *   'single'     everything inside is literal
 *   "double"     the same, but \" and \\ are a quote and a backslash
 *   \x           x, outside of quotes
 * </pre>
 */
final class CommandWords {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private CommandWords(String text) {
        this.text = text;
    }

    /**
     * Returns the words.
     *
     * @throws LabException if a quote is not closed, or a backslash is the last character
     */
    static List<String> split(String text) {
        return new CommandWords(text).split();
    }

    private List<String> split() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            switch (c) {
                case ' ', '\t', '\n' -> endWord();
                case '\'', '"' -> quoted(c);
                case '\\' -> add(next("a backslash is its last character"));
                default -> add(c);
            }
        }
        endWord();
        return List.copyOf(words);
    }

    private void quoted(char quote) {
        inWord = true; // even if there is nothing between the quotes
        String unclosed = "the quote " + quote + " is not closed";
        for (char c = next(unclosed); c != quote; c = next(unclosed)) {
            boolean escapes = quote == '"' && c == '\\' && at < text.length() && "\"\\".indexOf(text.charAt(at)) >= 0;
            add(escapes ? next(unclosed) : c);
        }
    }

    private char next(String orElse) {
        if (at == text.length()) {
            throw new LabException("the command cannot be split into words, " + orElse + ": " + text);
        }
        return text.charAt(at++);
    }

    private void add(char c) {
        inWord = true;
        word.append(c);
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }
}
