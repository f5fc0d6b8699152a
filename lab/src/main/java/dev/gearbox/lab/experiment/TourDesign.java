package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.load.LoadHarness;
import java.time.Duration;
import java.util.List;

/**
 * The design of the tour: four forks if they fit, three otherwise, and as many blocks of short slices as the time allows. The JVMs are hardly warm. No arm
 * leaves early: of so few forks an early look would show next to nothing.
 */
final class TourDesign {
    /** The shortest window that holds some thousand requests, in seconds. */
    private static final double WINDOW = 0.3;

    /** Windows of warm-up: what is needed to see whether an arm is warm. */
    private static final int WARM = 6;

    private static final int FEWEST_BLOCKS = 3;

    private TourDesign() {}

    static Design of(Duration time, int arms, double slice, double lead) {
        Design four = design(4, slice, lead);
        return most(fits(four, arms, time) ? four : design(3, slice, lead), arms, time);
    }

    private static Design design(int forks, double slice, double lead) {
        double window = Math.max(WINDOW, slice);
        return new Design(
                        "tour",
                        forks,
                        FEWEST_BLOCKS,
                        lead,
                        window,
                        WARM * window,
                        Effort.QUICK_MARGIN,
                        0.95,
                        List.of(forks),
                        false)
                .moderated();
    }

    private static Design most(Design least, int arms, Duration time) {
        Design design = least;
        while (design.blocks() < RacePlan.MOST_BLOCKS && fits(design.withBlocks(design.blocks() + 1), arms, time)) {
            design = design.withBlocks(design.blocks() + 1);
        }
        return design;
    }

    private static boolean fits(Design design, int arms, Duration time) {
        return ExperimentClock.expected(design, arms, LoadHarness::forkSeconds).compareTo(time) <= 0;
    }
}
