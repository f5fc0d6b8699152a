package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which arms take part in a fork, and how many blocks it has.
 * <pre>
 *   fork      1      2      3   look   4        5
 *   arms    a b c  a b c  a b c   |   a   c    a   c        b was decided
 *   blocks    5      5      5     |     8        8          the fork takes as long as before
 * </pre>
 * The arms of a fork are those without a verdict at the last look before it; what is decided stays decided, because an arm that has left gives no more
 * values. A fork that is under way keeps the arms that were recorded for it. The time of the arms that have left goes to more blocks for the others, up
 * to {@link #MOST_BLOCKS}: more forks than announced would need stricter thresholds for all of them.
 */
public final class RacePlan {
    /** More blocks reduce the noise within a fork, which is then below the noise between forks. */
    static final int MOST_BLOCKS = 40;

    private final Experiment experiment;
    private final Race race;
    private final ExperimentClock.ForkTime time;
    private final boolean fixedBlocks;
    private final Map<Integer, Set<String>> looked = new HashMap<>();

    /**
     * @param time the estimate of the duration of a fork
     * @param fixedBlocks whether the number of blocks has a meaning of its own
     */
    RacePlan(Experiment experiment, Race race, ExperimentClock.ForkTime time, boolean fixedBlocks) {
        this.experiment = experiment;
        this.race = race;
        this.time = time;
        this.fixedBlocks = fixedBlocks;
    }

    /**
     * Returns the part of the experiment that a fork measures.
     *
     * @param before all evidence of earlier forks, and what there is of this one
     * @return empty if all comparisons are decided before it
     */
    Optional<Experiment> of(int fork, Evidence before) {
        Optional<Evidence.Fork> begun = before.forks().stream()
                .filter(one -> one.number() == fork && !one.entries().isEmpty())
                .findFirst();
        if (begun.isPresent()) {
            Set<String> recorded = new TreeSet<>();
            begun.get().all(ForkEvent.Raced.class).forEach(raced -> recorded.addAll(raced.left()));
            return Optional.of(without(recorded));
        }
        int look = experiment.design().looks().stream()
                .mapToInt(Integer::intValue)
                .filter(number -> number < fork)
                .max()
                .orElse(0);
        if (look == 0) {
            return Optional.of(experiment);
        }
        Set<String> left = looked.computeIfAbsent(look, number -> race.decided(before.first(number)));
        return race.over(experiment, left) ? Optional.empty() : Optional.of(without(left));
    }

    /** Returns the arms that do not take part in a fork, to be recorded; empty: all take part. */
    static List<String> left(Experiment whole, Experiment fork) {
        List<String> racing = fork.arms().stream().map(Arm::label).toList();
        return whole.arms().stream()
                .map(Arm::label)
                .filter(label -> !racing.contains(label))
                .toList();
    }

    private Experiment without(Set<String> decided) {
        Set<String> left = new TreeSet<>(decided);
        left.remove(experiment.baseline());
        experiment.sentinel().ifPresent(left::remove);
        left.retainAll(experiment.arms().stream().map(Arm::label).toList());
        return left.isEmpty()
                ? experiment
                : experiment.without(left, blocks(experiment.arms().size() - left.size()));
    }

    /** Returns the largest number of blocks with which a fork of so many arms takes no longer than one of all arms. */
    private int blocks(int arms) {
        Design design = experiment.design();
        double whole = time.seconds(design, experiment.arms().size());
        int blocks = design.blocks();
        while (!fixedBlocks && blocks < MOST_BLOCKS && time.seconds(design.withBlocks(blocks + 1), arms) <= whole) {
            blocks++;
        }
        return blocks;
    }
}
