package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.analysis.Figure;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * A claim with its verdict, which is that of the part that contradicts it most strongly.
 *
 * @param claim as it was written
 * @param parts the verdict on each comparison, in the claim's order
 * @param placement where the subjects and the load ran; empty if nothing was measured
 */
public record Judgement(Claim claim, List<Part> parts, String placement) {
    /** Copies the list. */
    public Judgement {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a claim has parts: " + claim.id());
        }
    }

    /**
     * One comparison.
     *
     * @param part as it was written
     * @param verdict its verdict
     * @param figure our left divided by right, or our value in a comparison with a number; with an interval widened for the family. NaN if not measured
     * @param ours the figures as text; empty if not measured
     * @param why in a sentence
     * @param forks how many would probably decide it (80 % power, given the observed difference); empty if it is decided or cannot be estimated
     */
    public record Part(
            Claim.Part part, ClaimVerdict verdict, Figure figure, String ours, String why, OptionalInt forks) {

        /** "inconclusive (about 14 forks)". */
        public String words() {
            return verdict == ClaimVerdict.INCONCLUSIVE && forks.isPresent()
                    ? verdict.words() + " (about " + forks.getAsInt() + " forks)"
                    : verdict.words();
        }
    }

    /** Returns the claim with the comparisons alone that more measurements may decide; empty if there is none. */
    public Optional<Claim> open() {
        List<Claim.Part> left = parts.stream()
                .filter(part -> part.verdict() == ClaimVerdict.INCONCLUSIVE)
                .map(Part::part)
                .toList();
        return left.isEmpty() ? Optional.empty() : Optional.of(claim.with(left));
    }

    /** Returns the verdict on the whole claim. */
    public ClaimVerdict verdict() {
        return parts.stream().map(Part::verdict).min(Comparator.naturalOrder()).orElseThrow();
    }

    /**
     * "holds"; or part by part where they differ: "refuted: no difference (CPU of one selector below two), holds (...)".
     */
    public String words() {
        boolean alike = parts.stream().map(Part::words).distinct().count() == 1;
        if (alike) {
            return parts.getFirst().words();
        }
        return verdict().words() + ": "
                + parts.stream()
                        .map(part -> part.words() + " (" + part.part().name() + ")")
                        .collect(Collectors.joining(", "));
    }
}
