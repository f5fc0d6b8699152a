package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import java.util.Optional;

/** The measured figures that judging claims needs. */
public interface FigureSource {
    /**
     * Returns the results by which a claim may be judged: those of one placement, whose subjects have as many cores as the claim is about. By default all:
     * a source with results of several placements must choose.
     */
    default FigureSource forClaim(Claim claim) {
        return this;
    }

    /** Describes the placement of its results, such as "server on core 0, load on core 1"; empty if there are none, or of several placements. */
    default String placement() {
        return "";
    }

    /** Returns the missing resource that prevents a claim from being judged here, such as a second core; empty if there is none. */
    default Optional<String> missing(Claim claim) {
        return Optional.empty();
    }

    /** Returns what a figure of a side can be at all, by the parameters of its load. */
    default Reach reach(Claim.Side side, Metric metric) {
        return Reach.ANY;
    }

    /** Returns what follows from the pools and waits of a side, where results do not record it; empty: nothing was computed. */
    default Optional<ArmBound> bound(Claim.Side side) {
        return Optional.empty();
    }

    /** The confidence of the figures that are measured separately. */
    double APART = 0.95;

    /**
     * Returns the findings on these two arms in an experiment in that cell ({@link Evidence#between}); empty if there is none.
     *
     * @param cell workload and axes
     * @param arm the label of one arm
     * @param baseline the label of the arm to compare with; may be the same
     */
    Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline);

    /**
     * Returns a figure that is measured separately, with a 95 % interval over forks; empty if it was not measured.
     *
     * @param kind which
     * @param arm the label
     */
    Optional<Figure> apart(Claim.Measure.Kind kind, String arm);

    /**
     * Returns the missing resource that prevents an arm from running here, such as "io_uring is disabled"; empty if it can run.
     *
     * @param arm the label
     */
    Optional<String> missing(String arm);
}
