package dev.gearbox.report.text;

import java.util.Optional;

/** The part of a Markdown page that is made from results: what is between two comments, which a reader of the page does not see. */
public final class MarkedPart {
    /** The comment before the part, on a line of its own. */
    public static final String BEGIN = "<!-- made by gearbox report -->";

    /** The comment after it. */
    public static final String END = "<!-- end of what gearbox report makes -->";

    private MarkedPart() {}

    /**
     * Returns the page with another part.
     *
     * @param page the whole page
     * @param made the text to put between the comments
     * @return empty if the page does not have both comments, once and in this order
     */
    public static Optional<String> replaced(String page, String made) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        boolean once = begin >= 0 && begin < end && page.lastIndexOf(BEGIN) == begin && page.lastIndexOf(END) == end;
        return once
                ? Optional.of(
                        page.substring(0, begin + BEGIN.length()) + "\n" + made.strip() + "\n" + page.substring(end))
                : Optional.empty();
    }
}
