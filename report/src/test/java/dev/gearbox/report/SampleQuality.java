package dev.gearbox.report;

import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The quality of invented runs: nothing was dropped and nothing failed, but for what is said. */
public final class SampleQuality {
    private final int forks;
    private final int blocks;
    private int kept;
    private Map<String, Integer> dropped = Map.of();
    private List<String> notWarm = List.of();
    private double lag = 20;
    private double work = 0.3;
    private double masked;
    private @Nullable Double ceiling;
    private @Nullable Double nullP99;
    private Optional<Ranking.RankedArm> sentinel = Optional.empty();
    private @Nullable String invalid;
    private @Nullable Double foreignCores;
    private List<String> failures = List.of();
    private List<String> notes = List.of();

    private SampleQuality(int forks, int blocks) {
        this.forks = forks;
        this.blocks = blocks;
        kept = blocks;
    }

    public static SampleQuality of(int forks, int blocks) {
        return new SampleQuality(forks, blocks);
    }

    /** The same as another, to be changed. */
    public static SampleQuality like(Quality other) {
        SampleQuality same = of(other.forks(), other.blocks())
                .dropped(other.kept(), other.dropped())
                .notWarm(other.notWarm())
                .generator(
                        other.lagP99Micros(), other.work(), other.masked(), other.ceilingShare(), other.nullP99Micros())
                .failures(other.failures())
                .notes(other.notes());
        same.sentinel = other.sentinel();
        same.invalid = other.invalid();
        same.foreignCores = other.foreignCores();
        return same;
    }

    public SampleQuality dropped(int left, Map<String, Integer> byCause) {
        kept = left;
        dropped = byCause;
        return this;
    }

    public SampleQuality notWarm(List<String> arms) {
        notWarm = arms;
        return this;
    }

    SampleQuality generator(
            double lagP99Micros,
            double busy,
            double maskedShare,
            @Nullable Double ceilingShare,
            @Nullable Double nullP99Micros) {
        lag = lagP99Micros;
        work = busy;
        masked = maskedShare;
        ceiling = ceilingShare;
        nullP99 = nullP99Micros;
        return this;
    }

    SampleQuality sentinel(Ranking.RankedArm copy) {
        sentinel = Optional.of(copy);
        return this;
    }

    public SampleQuality invalid(@Nullable String why) {
        invalid = why;
        return this;
    }

    SampleQuality besideOthers(double cores) {
        foreignCores = cores;
        return this;
    }

    SampleQuality failures(List<String> arms) {
        failures = arms;
        return this;
    }

    public SampleQuality notes(List<String> sentences) {
        notes = sentences;
        return this;
    }

    public Quality quality() {
        return new Quality(
                forks,
                blocks,
                kept,
                dropped,
                0,
                notWarm,
                lag,
                work,
                masked,
                ceiling,
                nullP99,
                sentinel,
                invalid,
                foreignCores,
                failures,
                notes);
    }
}
