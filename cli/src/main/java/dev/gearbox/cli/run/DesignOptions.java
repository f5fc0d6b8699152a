package dev.gearbox.cli.run;

import static dev.gearbox.cli.terminal.OptionValues.given;

import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Objective;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.workload.Length;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much {@code gearbox run} measures: the options that set the forks, blocks and slices of an experiment. */
public final class DesignOptions {
    /** The time of an experiment that goes on until all is decided, if none is given. */
    private static final Duration UNTIL_DECIDED = Duration.ofMinutes(30);

    @Option(
            names = "--quick",
            description =
                    "Run five forks, some minutes for each workload: shows differences from about 10 %% (the default).")
    private boolean quick;

    @Option(
            names = "--full",
            description = "Run up to twenty forks, about an hour for each workload: shows differences from about 4 %%.")
    private boolean full;

    @Option(
            names = "--budget",
            paramLabel = "T",
            description =
                    "Measure each workload for at most about this time, for example 10m; on a disturbed machine up to twice as long.")
    private @Nullable String budget;

    @Option(
            names = "--until-decided",
            description =
                    "Go on until each comparison has a verdict, \"no difference\" among them, or the time is up: 30 minutes for each workload, or that of --budget.")
    private boolean untilDecided;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Number of forks. A larger number than before continues from the existing forks.")
    private @Nullable String forks;

    @Option(names = "--blocks", paramLabel = "N", description = "Number of blocks in each fork.")
    private @Nullable String blocks;

    @Option(
            names = "--warm-up",
            paramLabel = "T",
            description = "Time under load for each engine at the start of each fork, for example 10s.")
    private @Nullable String warmUp;

    @Option(names = "--slice", paramLabel = "T", description = "Measured window of a slice, for example 900ms.")
    private @Nullable String slice;

    @Option(
            names = "--slo",
            paramLabel = "T",
            description =
                    "Also search for the highest rate at which p99 stays within this time, for example 5ms. Open loops only.")
    private @Nullable String slo;

    /** The name of the first given option, for commands that take none of them. */
    Optional<String> first() {
        return chosen().findFirst();
    }

    /** The names of all given options. */
    Stream<String> chosen() {
        return Stream.of(
                        given("--quick", quick),
                        given("--full", full),
                        given("--budget", budget != null),
                        given("--until-decided", untilDecided),
                        given("--forks", forks != null),
                        given("--blocks", blocks != null),
                        given("--warm-up", warmUp != null),
                        given("--slice", slice != null),
                        given("--slo", slo != null))
                .flatMap(Optional::stream);
    }

    /** Refuses options that exclude each other. */
    void check() {
        if (Stream.of(quick, full, budget != null).filter(given -> given).count() > 1) {
            throw new UsageException("--quick, --full and --budget exclude each other. Give one, or none for --quick");
        }
        requireOpenEnd(untilDecided, quick || full || forks != null);
    }

    /** Refuses what contradicts {@code --until-decided}: how many forks it takes is not known beforehand. */
    public static void requireOpenEnd(boolean untilDecided, boolean sized) {
        if (untilDecided && sized) {
            throw new UsageException(
                    "--until-decided excludes --quick, --full and --forks. Limit its time with --budget");
        }
    }

    /** The name of the first given option that is about slices under load. */
    Optional<String> ofSlices() {
        return Stream.of(
                        given("--blocks", blocks != null),
                        given("--warm-up", warmUp != null),
                        given("--slice", slice != null),
                        given("--slo", slo != null))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Whether {@code --quick} is given. */
    boolean isQuick() {
        return quick;
    }

    /** Whether {@code --full} is given. */
    boolean isFull() {
        return full;
    }

    /** Whether the run searches for the highest rate. */
    boolean searches() {
        return slo != null;
    }

    /** Whether {@code --slice} is given. */
    boolean hasSlice() {
        return slice != null;
    }

    Length length() {
        return full ? Length.FULL : Length.QUICK;
    }

    Effort effort() {
        return effort(full, untilDecided, budget);
    }

    /** The effort of these options. */
    public static Effort effort(boolean full, boolean untilDecided, @Nullable String budget) {
        Optional<Duration> time = Optional.ofNullable(budget).map(given -> OptionValues.duration("--budget", given));
        if (untilDecided) {
            return new Effort.UntilDecided(time.orElse(UNTIL_DECIDED));
        }
        return time.<Effort>map(Effort.Budget::new).orElseGet(() -> full ? new Effort.Full() : new Effort.Quick());
    }

    /** The usual design, changed by the options about forks. */
    Design forks(Design usual) {
        int wanted = wanted(usual);
        return usual.withForks(wanted, looks(usual.looks(), wanted));
    }

    private int wanted(Design usual) {
        return forks == null ? usual.forks() : (int) OptionValues.integer("--forks", forks, 1, 100);
    }

    /** The usual design, changed by the options. */
    Design design(Design usual) {
        int wanted = wanted(usual);
        double window = slice == null
                ? usual.windowSeconds()
                : OptionValues.duration("--slice", slice).toMillis() / 1e3;
        if (window < 0.02) {
            throw new UsageException("--slice cannot be \"" + slice + "\". It takes a time from 20ms");
        }
        return new Design(
                usual.effort(),
                wanted,
                blocks == null ? usual.blocks() : (int) OptionValues.integer("--blocks", blocks, 1, 1000),
                Math.min(usual.leadSeconds(), window),
                window,
                warmSeconds(slice == null ? usual.warmSeconds() : 5 * window),
                usual.margin(),
                usual.confidence(),
                looks(usual.looks(), wanted),
                usual.sentinel(),
                slo == null
                        ? null
                        : new Objective(
                                0.99, OptionValues.duration("--slo", slo).toNanos() / 1e6),
                usual.spending(),
                usual.spread());
    }

    private double warmSeconds(double usual) {
        return warmUp == null
                ? usual
                : OptionValues.duration("--warm-up", warmUp).toMillis() / 1e3;
    }

    /** The usual looks that come before this number of forks, and one at the end. */
    private static List<Integer> looks(List<Integer> usual, int forks) {
        Stream<Integer> before =
                usual.size() == 1 ? Stream.of() : usual.stream().filter(look -> look < forks);
        return Stream.concat(before, Stream.of(forks)).toList();
    }
}
