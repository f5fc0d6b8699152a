package dev.gearbox.report;

import java.util.List;

/**
 * A claim of the literature and what was found here, in words.
 *
 * @param id such as {@code es-4}
 * @param statement as the literature puts it
 * @param source the publication
 * @param theirs how they measured and their result
 * @param verdict on the whole claim, such as "holds", "refuted", "no difference", "inconclusive"
 * @param parts the comparisons that test the claim, at least one
 * @param note what else a reader must know; may be empty
 * @param placement where servers and load ran, such as "server on core 0, load on core 1"; empty if nothing was measured
 */
public record ClaimView(
        String id,
        String statement,
        String source,
        String theirs,
        String verdict,
        List<Part> parts,
        String note,
        String placement) {
    /** Copies the list. */
    public ClaimView {
        parts = List.copyOf(parts);
    }

    /** Returns a text such as "holds (server on core 0, load on core 1)". */
    public String placedVerdict() {
        return verdict + (placement.isEmpty() ? "" : " (" + placement + ")");
    }

    /**
     * One comparison.
     *
     * @param name what is compared
     * @param ours what was measured here, with its interval; empty if nothing was
     * @param verdict on this part
     * @param why in a sentence; may be empty
     */
    public record Part(String name, String ours, String verdict, String why) {
        /** "selector 0.42, ratio 1.01 [0.99, 1.03]: no difference. The interval lies within 10 %" */
        public String words() {
            return (ours.isEmpty() ? "" : ours + ": ") + verdict + (why.isEmpty() ? "" : ". " + why);
        }
    }
}
