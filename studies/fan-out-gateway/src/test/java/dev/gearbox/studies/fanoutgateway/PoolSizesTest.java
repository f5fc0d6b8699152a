package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From the slices of a sweep to its section, through the analysis, on made figures: the services wait for 200 ms together. */
class PoolSizesTest {
    private static final FanOutGatewayStudy PROVIDER = new FanOutGatewayStudy();
    private static final ChildSetup SETUP = ChildSetup.detect(1);
    private static final int FORKS = 3;
    private static final double SECONDS = 1_000;

    /** A core's worth of requests, at most, and what the threads carry of it. */
    private static double rate(int threads, double computeMillis, int cores) {
        return Math.min(threads / 0.2, 1e3 / computeMillis * cores);
    }

    private static int cores() {
        return made(16, 100, 10, 0).experiment().subjectCores();
    }

    /** Forks differ by one in a thousand. */
    private static Findings made(int threads, double rate, double computeMillis, double stolen) {
        Cell cell = PROVIDER.study()
                .load("pool-sizing")
                .cells(Length.FULL, Map.of("threads", List.of(String.valueOf(threads))))
                .getFirst();
        List<Subject> rows =
                PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
        Experiment experiment = Experiments.of(
                "fan-out-gateway",
                "made, not measured",
                cell,
                rows,
                "executor",
                new Design("made", FORKS, 1, 0.1, SECONDS, 1, 0.05, 0.95, List.of(FORKS), false),
                MachineProbe.detect(SETUP),
                SETUP);
        List<Evidence.Fork> forks = new ArrayList<>();
        for (int fork = 1; fork <= FORKS; fork++) {
            List<ForkEvent> entries = new ArrayList<>();
            for (Subject row : rows) {
                double noise = 1 + 0.001 * (fork - 2);
                entries.add(new ForkEvent.Measured(slice(fork, row.label(), rate * noise, computeMillis, stolen)));
            }
            entries.add(new ForkEvent.BlockDone(fork, 1));
            entries.add(new ForkEvent.ForkDone(fork));
            forks.add(new Evidence.Fork(fork, entries, Map.of()));
        }
        return Analysis.of(new Evidence(experiment, forks, List.of()));
    }

    private static Slice slice(int fork, String arm, double rate, double computeMillis, double stolen) {
        double cpu = rate * computeMillis * 1e3;
        return new Slice(
                fork,
                1,
                1,
                1,
                arm,
                1,
                Instant.EPOCH,
                new Slice.Requests(SECONDS, rate, rate, Math.round(rate * SECONDS), 0, 0, 0, 0, 100_000, 0, Map.of()),
                new Slice.ResourceUse(cpu / 2, cpu / 2, 1.0, 1.0, 1.0, 0.0, 0.0, 20, 1L << 26, 1.0, 1.0),
                new Slice.Disturbance(stolen, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 1, 5, 0.3, 0));
    }

    private static List<Findings> sweep(double computeMillis, int... sizes) {
        List<Findings> sweep = new ArrayList<>();
        for (int threads : sizes) {
            sweep.add(made(threads, rate(threads, computeMillis, cores()), computeMillis, 0));
        }
        return sweep;
    }

    private static StudySection executor(List<Findings> results) {
        return PROVIDER.sections(results).getFirst();
    }

    @Test
    void the_rule_holds_where_the_rate_is_flat_around_it() {
        List<Findings> results = sweep(10, 4 * cores(), 20 * cores(), 64 * cores());
        List<StudySection> sections = PROVIDER.sections(results);
        assertThat(sections)
                .extracting(StudySection::title)
                .satisfiesExactly(
                        title -> assertThat(title).startsWith("Pool sizing: executor, set 100ms"),
                        title -> assertThat(title).startsWith("Pool sizing: completable-future, set 100ms"));
        StudySection section = sections.getFirst();
        assertThat(section.rows())
                .extracting(List::getFirst)
                .containsExactly("" + 4 * cores(), "" + 20 * cores(), "" + 64 * cores());
        assertThat(section.rows()).extracting(List::getLast).containsExactly("lower", "flat", "flat");
        assertThat(section.sentences())
                .satisfiesExactly(
                        rule -> assertThat(rule)
                                .startsWith("A request holds threads of calls for 200 ms together while services wait,"
                                        + " and takes 10.0 [")
                                .contains("(with " + 64 * cores() + " threads)")
                                .contains(" busy takes " + 21 * cores() + ".0 ["),
                        flat -> assertThat(flat).contains("flat from " + 20 * cores() + " on"),
                        verdict -> assertThat(verdict).startsWith("The rule holds"));
    }

    /** Requests that wait for longer than the rule knows, such as in a queue of the services, need more threads than it gives. */
    @Test
    void the_rule_gives_too_few_where_larger_pools_still_gain() {
        int cores = cores();
        List<Findings> results = List.of(
                made(16 * cores, 30.0 * cores, 10, 0),
                made(32 * cores, 60.0 * cores, 10, 0),
                made(64 * cores, 98.0 * cores, 10, 0));
        assertThat(executor(results).sentences().getLast()).startsWith("The rule gives too few threads");
    }

    @Test
    void between_two_sizes_it_is_undecided() {
        assertThat(executor(sweep(10, 4 * cores(), 16 * cores(), 64 * cores()))
                        .sentences()
                        .getLast())
                .startsWith("Undecided: ")
                .contains("--set threads=");
    }

    @Test
    void a_disturbed_size_is_left_out_and_named() {
        List<Findings> results = new ArrayList<>(sweep(10, 4 * cores(), 20 * cores()));
        results.add(made(64 * cores(), 1, 10, 0.9));
        StudySection section = executor(results);
        assertThat(section.rows()).hasSize(2);
        assertThat(section.sentences().getFirst()).startsWith("Left out: " + 64 * cores() + " threads (");
        assertThat(executor(results.subList(1, 3)).sentences().getLast()).startsWith("Undecided: that takes two sizes");
    }

    @Test
    void one_size_is_no_sweep_and_other_workloads_are_none() {
        assertThat(PROVIDER.sections(sweep(10, 16))).isEmpty();
        assertThat(PROVIDER.sections(List.of())).isEmpty();
    }
}
