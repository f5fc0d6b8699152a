package dev.gearbox.report.html;

/**
 * The frame of every picture: a heading, a link that keeps the view, the place where the script draws, words about it, and
 * the same as a table. Without a script the table is open and nothing is missing.
 */
final class Picture {
    private Picture() {}

    /**
     * Writes one.
     *
     * @param owner id of the cell or sweep, as the data has it
     * @param kind which drawing
     * @param controls what is switched, HTML of our own
     * @param words under it
     * @param table writes the table
     */
    static void write(
            Markup page, String owner, String kind, String title, String controls, String words, Runnable table) {
        String id = owner + "-" + kind;
        page.open("figure", "class", "picture", "id", id, "data-picture", kind, "data-owner", owner);
        page.open("figcaption")
                .element("h3", title)
                .element("a", "link to this view", "class", "keep", "href", "#at=" + id)
                .close();
        page.raw(controls);
        page.open("div", "class", "plot", "role", "img", "aria-label", title).close();
        if (!words.isEmpty()) {
            page.element("p", words, "class", "words");
        }
        page.open("details", "class", "table", "open", "open");
        page.element("summary", "Table: " + title);
        table.run();
        page.close().close();
    }
}
