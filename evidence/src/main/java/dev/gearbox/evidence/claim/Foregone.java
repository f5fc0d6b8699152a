package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.analysis.FigureText;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison whose outcome the parameters of the load decide: every difference within the reach of its two sides has the same outcome.
 *
 * @param holds whether it is as claimed everywhere; otherwise nowhere
 * @param sum how that follows, in words
 */
record Foregone(boolean holds, String sum) {
    /**
     * Returns the outcome, if it is decided.
     *
     * @param left the reach of the left side
     * @param right that of the right side; of a number: the number alone is subtracted
     */
    static Optional<Foregone> of(Claim.Part part, Reach left, Optional<Reach> right) {
        double shift = Math.log(part.number());
        double low = Math.log(left.least())
                - right.map(side -> Math.log(side.most())).orElse(0.0)
                - shift;
        double high = Math.log(left.most())
                - right.map(side -> Math.log(side.least())).orElse(0.0)
                - shift;
        Claimed claimed = claimed(part);
        boolean all = claimed.low <= low && high <= claimed.high;
        boolean none = high < claimed.low || claimed.high < low;
        return all || none
                ? Optional.of(new Foregone(
                        all,
                        (all ? "holds" : "refuted") + ", whatever is measured: "
                                + Stream.concat(
                                                Stream.of(words(part.left(), left, part)),
                                                part
                                                        .right()
                                                        .flatMap(side -> right.map(its -> words(side, its, part)))
                                                        .stream())
                                        .filter(side -> !side.isEmpty())
                                        .collect(Collectors.joining(", "))))
                : Optional.empty();
    }

    /** The differences that are as claimed, on the logarithmic scale. */
    private record Claimed(double low, double high) {}

    private static Claimed claimed(Claim.Part part) {
        double margin = Math.log1p(part.margin());
        double from = Double.NEGATIVE_INFINITY;
        double to = Double.POSITIVE_INFINITY;
        if (part.size().isPresent()) {
            double size = Math.log(part.size().get().ratio() / part.number());
            from = size - margin;
            to = size + margin;
        }
        return switch (part.expect()) {
            case LEFT_LOWER -> new Claimed(from, Math.min(to, -margin));
            case LEFT_HIGHER -> new Claimed(Math.max(from, margin), to);
            case EQUAL -> new Claimed(-margin, margin);
            case AT_LEAST -> new Claimed(-margin, Double.POSITIVE_INFINITY);
            case AT_MOST -> new Claimed(Double.NEGATIVE_INFINITY, margin);
        };
    }

    private static String words(Claim.Side side, Reach reach, Claim.Part part) {
        if (reach.equals(Reach.ANY)) {
            return "";
        }
        String unit =
                part.measure().unit().isEmpty() ? "" : " " + part.measure().unit();
        String floor = reach.least() > 0 ? "at least " + FigureText.number(reach.least()) + unit : "";
        String ceiling = Double.isFinite(reach.most()) ? "at most " + FigureText.number(reach.most()) + unit : "";
        return side.arm().label() + " " + floor + (floor.isEmpty() || ceiling.isEmpty() ? "" : " and ") + ceiling + " ("
                + reach.sum() + ")";
    }
}
