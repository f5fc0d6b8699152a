package dev.gearbox.report;

/**
 * A claim of the literature beside what was found here, all in words.
 *
 * @param id such as {@code es-4}
 * @param statement as the literature puts it
 * @param source where
 * @param theirs how they measured and what they got
 * @param ours what was measured here, with its interval
 * @param verdict such as "holds", "refuted", "no difference", "inconclusive"
 * @param why in a sentence; may be empty
 */
public record ClaimView(
        String id, String statement, String source, String theirs, String ours, String verdict, String why) {}
