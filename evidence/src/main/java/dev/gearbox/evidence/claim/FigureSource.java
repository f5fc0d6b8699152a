package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import java.util.Optional;

/** The measured figures that judging claims needs. */
public interface FigureSource {
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
