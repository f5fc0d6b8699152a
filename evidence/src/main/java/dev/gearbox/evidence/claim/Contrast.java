package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Effect;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.RecoveredEstimate;
import dev.gearbox.evidence.analysis.Significance;
import dev.gearbox.evidence.history.Unpaired;
import dev.gearbox.stats.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The measured difference of the two sides of a claim's part, on the logarithmic scale. */
sealed interface Contrast {
    /**
     * No statement is possible without a valid measurement.
     *
     * @param why in a sentence
     */
    record Unmeasured(String why) implements Contrast {}

    /**
     * No statement is possible on this machine.
     *
     * @param why the missing resource
     */
    record Impossible(String why) implements Contrast {}

    /**
     * A side is above the capacity that its pools give it, so its times are a sum and no finding.
     *
     * @param sum in a sentence
     */
    record Arithmetic(String sum) implements Contrast {}

    /**
     * The measured difference.
     *
     * @param difference logarithm of left by right, less that of the number in the claim
     * @param alpha the error probability shared by all comparisons of the family
     * @param both the level of the two one-sided tests for "no difference" together, shared likewise
     * @param shift the logarithm of the number, which was subtracted
     * @param values both sides as text
     */
    record Seen(Unpaired difference, double alpha, double both, double shift, List<String> values) implements Contrast {
        /** Returns left divided by right, or the value itself, with this interval of the difference. */
        Figure figure(Interval interval) {
            boolean bounded = Double.isFinite(interval.low());
            return new Figure(
                    Math.exp(difference.mean() + shift),
                    bounded ? Math.exp(interval.low() + shift) : interval.low(),
                    bounded ? Math.exp(interval.high() + shift) : interval.high(),
                    difference.forks());
        }
    }

    /** Looks the two sides up. */
    static Contrast of(Claim.Part part, FigureSource measured) {
        return switch (part.measure()) {
            case Claim.Measure.Unblocked(Claim.Measure.Kind kind) -> apart(part, kind, measured);
            case Claim.Measure.Blocked(Metric metric) -> {
                Optional<Claim.Side> right = part.right();
                yield right.isPresent() && right.get().cell().equals(part.left().cell())
                        ? paired(part, metric, right.get(), measured)
                        : unpaired(part, metric, measured);
            }
        };
    }

    private static Contrast paired(Claim.Part part, Metric metric, Claim.Side right, FigureSource measured) {
        Level base = Level.of(right, metric, right.arm().label(), measured);
        Level left = Level.of(part.left(), metric, right.arm().label(), measured);
        if (left.obstacle().or(base::obstacle).isPresent()) {
            return left.obstacle().or(base::obstacle).orElseThrow();
        }
        Effect ratio = RecoveredEstimate.of(left.standing().ratio(), left.confidence());
        if (!ratio.logarithmic()) {
            return new Unmeasured("one of the two is zero: there is no ratio");
        }
        return new Seen(
                Unpaired.of(ratio.estimate(), Math.log(part.number())),
                left.alpha(),
                left.both(),
                Math.log(part.number()),
                List.of(left.words(part), base.words(part)));
    }

    private static Contrast unpaired(Claim.Part part, Metric metric, FigureSource measured) {
        Level left = Level.of(part.left(), metric, part.left().arm().label(), measured);
        if (left.obstacle().isPresent()) {
            return left.obstacle().get();
        }
        Effect value = RecoveredEstimate.of(left.standing().value(), left.confidence());
        double shift = Math.log(part.number());
        if (part.right().isEmpty()) {
            return value.logarithmic()
                    ? new Seen(Unpaired.of(value.estimate(), shift), left.alpha(), left.both(), shift, List.of())
                    : new Unmeasured("it is zero: there is no ratio");
        }
        Claim.Side side = part.right().get();
        Level right = Level.of(side, metric, side.arm().label(), measured);
        if (right.obstacle().isPresent()) {
            return right.obstacle().get();
        }
        Effect other = RecoveredEstimate.of(right.standing().value(), right.confidence());
        if (!value.logarithmic() || !other.logarithmic()) {
            return new Unmeasured("one of the two is zero: there is no ratio");
        }
        return new Seen(
                Unpaired.of(value.estimate(), other.estimate()).less(shift),
                Judge.strictest(left.alpha(), right.alpha()),
                Judge.strictest(left.both(), right.both()),
                shift,
                List.of(left.words(part), right.words(part)));
    }

    private static Contrast apart(Claim.Part part, Claim.Measure.Kind kind, FigureSource measured) {
        Optional<Figure> left = measured.apart(kind, part.left().arm().label());
        if (left.isEmpty()) {
            return new Unmeasured(kind.key() + " of " + part.left().arm().label() + " has not been measured");
        }
        Effect value = RecoveredEstimate.of(left.get(), FigureSource.APART);
        double shift = Math.log(part.number());
        if (part.right().isEmpty()) {
            return value.logarithmic()
                    ? new Seen(
                            Unpaired.of(value.estimate(), shift),
                            1 - FigureSource.APART,
                            2 * (1 - FigureSource.APART),
                            shift,
                            List.of())
                    : new Unmeasured("it is not above zero: there is no ratio");
        }
        String arm = part.right().get().arm().label();
        Optional<Figure> right = measured.apart(kind, arm);
        if (right.isEmpty()) {
            return new Unmeasured(kind.key() + " of " + arm + " has not been measured");
        }
        Effect other = RecoveredEstimate.of(right.get(), FigureSource.APART);
        if (!value.logarithmic() || !other.logarithmic()) {
            return new Unmeasured("one of the two is not above zero: there is no ratio");
        }
        return new Seen(
                Unpaired.of(value.estimate(), other.estimate()).less(shift),
                1 - FigureSource.APART,
                2 * (1 - FigureSource.APART),
                shift,
                List.of(
                        words(part.left().arm().label(), left.get(), part.measure()),
                        words(arm, right.get(), part.measure())));
    }

    private static String words(String arm, Figure figure, Claim.Measure measure) {
        return arm + " " + FigureText.quantity(figure.value(), measure.unit());
    }

    /** Returns one side in the findings of its cell, or why there is none. */
    record Level(
            Optional<Contrast> obstacle,
            Claim.Side side,
            Optional<Ranking.RankedArm> found,
            double confidence,
            double alpha,
            double both) {
        /** The share by which a whole interval may lie beyond what the load allows: windows, clocks and calibrated work have errors. */
        private static final double BEYOND = 0.05;

        static Level of(Claim.Side side, Metric metric, String baseline, FigureSource measured) {
            Optional<Findings> findings =
                    measured.findings(side.cell(), side.arm().label(), baseline);
            if (findings.isEmpty()) {
                return obstacle(side, new Unmeasured(side.cell() + " has not been measured"));
            }
            Quality quality = findings.get().quality();
            String invalid = quality.invalid();
            if (invalid != null) {
                return obstacle(side, new Unmeasured("the run of " + side.cell() + " is invalid: " + invalid));
            }
            String arm = side.arm().label();
            Optional<Ranking.RankedArm> standing = findings.get().by(metric).flatMap(ranking -> ranking.of(arm));
            if (standing.isEmpty()) {
                String why = Stream.concat(quality.failures().stream(), quality.notes().stream())
                        .filter(sentence -> sentence.startsWith(arm + ": ") || sentence.contains(": " + arm + ": "))
                        .findFirst()
                        .map(sentence -> " (" + sentence + ")")
                        .orElse("");
                return obstacle(
                        side, new Unmeasured("no " + metric.caption() + " of " + arm + " under " + side.cell() + why));
            }
            Findings.Unfit unfit = findings.get().unfit().get(metric);
            if (unfit != null) {
                return obstacle(side, unfit(side, unfit));
            }
            Optional<Contrast> arithmetic =
                    arithmetic(metric, side, findings.get().experiment(), baseline, measured.bound(side));
            if (arithmetic.isPresent()) {
                return obstacle(side, arithmetic.get());
            }
            Optional<Contrast> wrong = wrong(metric, side, standing.get().value(), measured.reach(side, metric));
            if (wrong.isPresent()) {
                return obstacle(side, wrong.get());
            }
            Design design = findings.get().experiment().design();
            return new Level(
                    Optional.empty(),
                    side,
                    standing,
                    design.confidence(),
                    Significance.of(design, quality.forks() + quality.forksDropped()),
                    Significance.equivalence(design, quality.forks() + quality.forksDropped()));
        }

        /** Returns why the times of this side, or of the arm with which it is compared, are decided by their pools. */
        private static Optional<Contrast> arithmetic(
                Metric metric, Claim.Side side, Experiment experiment, String baseline, Optional<ArmBound> known) {
            if (!metric.isTime()) {
                return Optional.empty();
            }
            Stream<Contrast> recorded = experiment.arms().stream()
                    .filter(arm -> arm.label().equals(side.arm().label())
                            || arm.label().equals(baseline))
                    .flatMap(arm -> arm.exceeded().map(bound -> exceeded(arm.label(), side, bound)).stream());
            Stream<Contrast> own =
                    known
                            .filter(ArmBound::exceeded)
                            .map(bound -> exceeded(side.arm().label(), side, bound))
                            .stream();
            return Stream.concat(recorded, own).findFirst();
        }

        /** Returns that a figure is wrong, because its load does not allow it: however clear a difference is, nothing follows from it. */
        private static Optional<Contrast> wrong(Metric metric, Claim.Side side, Figure figure, Reach reach) {
            boolean above = figure.low() > reach.most() * (1 + BEYOND);
            boolean below = figure.high() < reach.least() * (1 - BEYOND);
            if (!above && !below) {
                return Optional.empty();
            }
            return Optional.of(
                    new Unmeasured(metric.caption() + " of " + side.arm().label() + " under " + side.cell()
                            + " cannot be right: " + FigureText.quantity(figure.value(), metric.unit())
                            + ", where the load allows at "
                            + (above ? "most " : "least ")
                            + FigureText.quantity(above ? reach.most() : reach.least(), metric.unit())
                            + " (" + reach.sum() + ")"));
        }

        private static Contrast exceeded(String arm, Claim.Side side, ArmBound bound) {
            return new Arithmetic(String.format(
                    Locale.ROOT,
                    "%s carries at most %.1f/s under %s (%s)",
                    arm,
                    bound.capacityPerSecond(),
                    side.cell(),
                    bound.derivation()));
        }

        private static Contrast unfit(Claim.Side side, Findings.Unfit unfit) {
            return switch (unfit.lack()) {
                case GENERATOR ->
                    new Impossible("a generator with spare capacity under " + side.cell() + ": " + unfit.why());
                case CORES -> new Impossible("cores of its own for the load under " + side.cell() + ": " + unfit.why());
                case CONTROL -> new Unmeasured("nothing is shown under " + side.cell() + ": " + unfit.why());
                case QUIET ->
                    new Unmeasured("the run of " + side.cell() + " was disturbed: " + unfit.why()
                            + "; measure it again when the machine is quiet");
                case OWN_CORE ->
                    new Unmeasured("too few slices of " + side.cell() + " are left: " + unfit.why()
                            + "; a core of its own for the load would decide it, or perhaps a quieter machine");
            };
        }

        private static Level obstacle(Claim.Side side, Contrast what) {
            return new Level(Optional.of(what), side, Optional.empty(), Double.NaN, Double.NaN, Double.NaN);
        }

        Ranking.RankedArm standing() {
            return found.orElseThrow();
        }

        /** Returns a text such as "selector 0.42", with the load if the two sides have different loads. */
        String words(Claim.Part part) {
            boolean elsewhere = part.right().isPresent()
                    && !part.right().get().cell().equals(part.left().cell());
            return Contrast.words(side.arm().label(), standing().value(), part.measure())
                    + (elsewhere ? " under " + side.cell() : "");
        }
    }
}
