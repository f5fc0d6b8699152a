package dev.gearbox.cli.terminal;

/** A name with its description, followed by fields and their texts, aligned in columns; long texts wrap within their column. */
public final class Paragraph {
    private final Console console;
    private final int nameWidth;
    private final int fieldWidth;

    /**
     * @param nameWidth columns of the name, including the gap after it
     * @param fieldWidth columns of the fields' names, including the gap
     */
    public Paragraph(Console console, int nameWidth, int fieldWidth) {
        this.console = console;
        this.nameWidth = nameWidth;
        this.fieldWidth = fieldWidth;
    }

    public void heading(String name, String text) {
        console.out()
                .println(console.bold(name)
                        + " ".repeat(Math.max(1, nameWidth - name.length()))
                        + wrap(text, nameWidth, console.outColumns()));
    }

    public void field(String name, String text) {
        int indent = nameWidth + fieldWidth;
        console.out()
                .println(" ".repeat(nameWidth)
                        + name
                        + " ".repeat(Math.max(1, fieldWidth - name.length()))
                        + wrap(text, indent, console.outColumns()));
    }

    /** The text, wrapped at spaces to end before column {@code columns}; unwrapped if that is 0. */
    public static String wrap(String text, int indent, int columns) {
        int room = columns - indent;
        if (columns == 0 || room < 20) {
            return text;
        }
        StringBuilder wrapped = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > room) {
                wrapped.append(System.lineSeparator()).append(" ".repeat(indent));
                column = 0;
            } else if (column > 0) {
                wrapped.append(' ');
                column++;
            }
            wrapped.append(word);
            column += word.length();
        }
        return wrapped.toString();
    }
}
