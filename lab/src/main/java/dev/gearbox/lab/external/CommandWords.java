package dev.gearbox.lab.external;

import dev.gearbox.lab.data.LabException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command into its words as a shell does, and does nothing else of what a shell does: no variables, no
 * patterns, no pipes. Who wants those writes {@code sh -c '...'}.
 * <pre>
 *   blanks       end a word
 *   'single'     everything in it stays as it is
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
     * The words.
     *
     * @throws LabException when a quote is not closed, or a backslash is the last character
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
