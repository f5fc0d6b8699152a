package dev.gearbox.evidence.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run supports conclusions, and what was dropped from it.
 *
 * @param forks the number of valid forks
 * @param blocks the number of blocks measured in all forks together, with those in place of disturbed ones
 * @param kept the number of valid blocks
 * @param dropped blocks by cause ("another program used more than 0.10 core")
 * @param forksDropped forks with too few blocks left
 * @param notWarm descriptions of arms and forks whose warm-up reached its time limit
 * @param lagP99Micros the generator's lag, median over kept slices of the 99th percentile, in µs
 * @param work largest share of a kept window in which the generator was busy
 * @param masked largest share of masked requests in a kept slice
 * @param ceilingShare the highest rate of a kept slice as a share of the generator's ceiling; null: not measured, or a
 *     closed loop, whose users limit it themselves
 * @param nullP99Micros response p99 of the null server, in µs: times below it are meaningless; null: not measured
 * @param sentinel the baseline's second copy compared with the baseline by CPU, where there is one
 * @param invalid why no conclusion is possible; null if the run is valid
 * @param foreignCores how many cores other programs kept busy, at the median, if costs are those beside them; null: they are those of a machine that others
 *     hardly used
 * @param failures descriptions of the arms that failed
 * @param notes further notes for the reader, in sentences: metrics left out and why, times without a verdict, errors, damaged files
 */
public record Quality(
        int forks,
        int blocks,
        int kept,
        Map<String, Integer> dropped,
        int forksDropped,
        List<String> notWarm,
        double lagP99Micros,
        double work,
        double masked,
        @Nullable Double ceilingShare,
        @Nullable Double nullP99Micros,
        Optional<Ranking.RankedArm> sentinel,
        @Nullable String invalid,
        @Nullable Double foreignCores,
        List<String> failures,
        List<String> notes) {
    /** Share of the announced blocks above which a run is invalid if they are missing, without others in their place. */
    public static final double MOST_LACKING = 0.30;

    /** Copies the collections, in their order. */
    public Quality {
        dropped = Collections.unmodifiableMap(new LinkedHashMap<>(dropped));
        notWarm = List.copyOf(notWarm);
        failures = List.copyOf(failures);
        notes = List.copyOf(notes);
    }

    /** Returns whether verdicts may be given. */
    public boolean valid() {
        return invalid == null;
    }

    /** Returns the share of dropped blocks, 0 to 1. */
    public double droppedShare() {
        return blocks == 0 ? 0 : (blocks - kept) / (double) blocks;
    }
}
