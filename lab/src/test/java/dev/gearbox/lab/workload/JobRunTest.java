package dev.gearbox.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.experiment.TestExperiment;
import dev.gearbox.lab.machine.MachineProbe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Complete experiments of jobs with real child processes: an origin, and subjects that fetch from it. */
@Timeout(600)
class JobRunTest {
    private static final String FETCH = """
            kind: job
            name: fetch
            summary: fetch pages
            source: nowhere
            axes: {pages: [20]}
            instrument: {name: origin, protocol: http, options: {delay: 50, late: 0}}
            job: {pages: $pages, timeout: 1s}
            count: pages
            ideal: {wait: 50ms}
            baseline: fetches
            quick: {longest: 120ms}
            full: {longest: 10s}
            """;

    private static final ChildSetup SETUP = TestExperiment.SETUP
            .withInstruments(Map.of("origin", TestOrigin.launch()))
            .withPatience(Duration.ofSeconds(10));

    @TempDir
    Path results;

    private Evidence run(String file, int blocks, Subject... subjects) throws InterruptedException {
        return run(SETUP, file, blocks, subjects);
    }

    private Evidence run(ChildSetup setup, String file, int blocks, Subject... subjects) throws InterruptedException {
        JobCell cell =
                JobWorkloadTest.decode(file).cells(Length.QUICK, Map.of()).getFirst();
        Design design = new Design("test", 1, blocks, 0, 0.1, 0.1, 0.05, 0.95, List.of(1), false);
        Experiment experiment = Experiments.of(
                "tests",
                "fetch pages",
                cell,
                List.of(subjects),
                subjects[0].label(),
                design,
                MachineProbe.detect(setup),
                setup);
        Archive archive = Archive.open(results, experiment);
        return new ExperimentRun(experiment, cell, List.of(subjects), setup, archive, ExperimentListener.NONE)
                .run(_ -> false);
    }

    private static Slice of(Evidence evidence, String arm) {
        return evidence.forks().getFirst().slices().stream()
                .filter(slice -> slice.arm().equals(arm))
                .findFirst()
                .orElseThrow();
    }

    private static Slice.Job job(Slice slice) {
        return Objects.requireNonNull(slice.job());
    }

    @Test
    void everyArmDoesTheJobOnceInEveryBlock() throws InterruptedException {
        Evidence evidence = run(FETCH, 2, TestJobs.subject("fetches", 0), TestJobs.subject("in turns", 2));

        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.done()).isTrue();
        assertThat(evidence.damage()).isEmpty();
        assertThat(fork.slices()).hasSize(4).allSatisfy(slice -> {
            assertThat(slice.traffic().errors()).isEmpty();
            assertThat(slice.traffic().answered()).isEqualTo(job(slice).done());
            assertThat(slice.generator().lagP50Micros()).isPositive();
            assertThat(slice.cost().cpuMicros()).isPositive();
            assertThat(job(slice).workMicros()).isEqualTo(2000);
            assertThat(job(slice).aloneMicros()).isEqualTo(1000);
            assertThat(fork.times(slice).of(TimeHistograms.Kind.WORK).getTotalCount())
                    .isEqualTo(job(slice).done());
        });
        Slice all = of(evidence, "fetches");
        assertThat(job(all).done()).isEqualTo(20);
        assertThat(job(all).millis()).isGreaterThanOrEqualTo(50);
        assertThat(job(all).wholeMillis()).isEqualTo(job(all).millis());
        // Two threads and ten rounds of 50 ms: four pages fit into 120 ms, a fifth of the whole.
        Slice part = of(evidence, "in turns");
        assertThat(job(part).done()).isEqualTo(4);
        assertThat(job(part).whole()).isEqualTo(20);
        assertThat(job(part).scale()).isCloseTo(5, within(1e-9));
        assertThat(job(part).wholeMillis()).isGreaterThanOrEqualTo(500);
        assertThat(fork.times(part).of(TimeHistograms.Kind.RESPONSE).getMaxValue())
                .isGreaterThanOrEqualTo(Duration.ofMillis(490).toNanos());
        assertThat(evidence.experiment().loop()).isEqualTo(Experiment.JOB);
        assertThat(evidence.experiment().protocol()).isEqualTo("http");
        assertThat(evidence.experiment().server()).containsEntry("delay", "50");
    }

    @Test
    void aFixtureIsMadeForEachForkAndTakenAwayWhateverHappens() {
        List<String> story = Collections.synchronizedList(new ArrayList<>());
        ChildSetup setup = SETUP.withFixtures(made -> {
            story.add("made for " + made.workload());
            return new Fixture() {
                @Override
                public Map<String, String> job() {
                    return Map.of("word", "hello");
                }

                @Override
                public List<String> notes() {
                    return List.of("something is there");
                }

                @Override
                public void close() {
                    story.add("taken away");
                }
            };
        });
        assertThatThrownBy(() -> run(setup, FETCH, 1, TestJobs.subject("hears", 0)))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("the fixture says hello");
        // Three times, as a fork is tried that fails.
        assertThat(story)
                .containsExactly(
                        "made for fetch", "taken away", "made for fetch", "taken away", "made for fetch", "taken away");
    }

    @Test
    void whatIsToBeKnownOfAFixtureIsWrittenDown() throws InterruptedException {
        ChildSetup setup = SETUP.withFixtures(made -> new Fixture() {
            @Override
            public List<String> notes() {
                return List.of("something is there");
            }
        });
        Evidence evidence = run(setup, FETCH, 1, TestJobs.subject("fetches", 0));
        assertThat(evidence.forks().getFirst().all(ForkEvent.Launch.class))
                .allSatisfy(launch -> assertThat(launch.notes()).containsExactly("something is there"));
        assertThat(of(evidence, "fetches").cost().pageFaults()).isNotNull();
    }

    @Test
    void whatFailsIsCountedByKind() throws InterruptedException {
        Evidence evidence = run(FETCH, 1, TestJobs.subject("loses", 0));

        Slice slice = of(evidence, "loses");
        assertThat(slice.traffic().errors()).containsOnly(Map.entry("TIMEOUT", 1L), Map.entry("unfinished", 1L));
        assertThat(slice.traffic().answered()).isEqualTo(18);
        assertThat(slice.traffic().failed()).isEqualTo(2);
    }

    @Test
    void anOriginThatIsLateIsTriedAgainAndThenNotFit() throws InterruptedException {
        Evidence evidence = run(FETCH.replace("late: 0", "late: 60"), 1, TestJobs.subject("fetches", 0));

        Slice slice = of(evidence, "fetches");
        assertThat(slice.generator().fit()).isFalse();
        assertThat(job(slice).tries()).isEqualTo(3);
        assertThat(slice.generator().reasons().getFirst())
                .matches("the origin was late by \\d+ ms \\(p99\\), in a job of .*");
    }

    @Test
    void anArmThatDoesNotDoItsJobIsLeftOutAndTheOthersGoOn() throws InterruptedException {
        String patient = FETCH.replace("timeout: 1s", "timeout: 100ms");
        Evidence evidence = run(
                patient,
                1,
                TestJobs.subject("fetches", 0),
                TestJobs.subject("cannot", 0),
                TestJobs.subject("dies", 0),
                TestJobs.subject("never", 0),
                TestJobs.subject("miscounts", 0));

        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.slices()).extracting(Slice::arm).containsOnly("fetches");
        assertThat(fork.all(ForkEvent.Failed.class))
                .extracting(ForkEvent.Failed::cause)
                .satisfiesExactlyInAnyOrder(
                        cause -> assertThat(cause)
                                .isEqualTo("cannot could not do its job: java.io.IOException: no idea how"),
                        cause -> assertThat(cause).startsWith("dies ended"),
                        cause -> assertThat(cause).isEqualTo("never did not end its job within 11 s"),
                        cause -> assertThat(cause)
                                .startsWith("miscounts was asked for 20 units and answered of 21, 21 completed"));
    }

    @Test
    void withoutItsOriginNothingIsMeasured() {
        String noOrigin = FETCH.replace("delay: 50", "delay: soon");
        assertThatThrownBy(() -> run(noOrigin, 1, TestJobs.subject("fetches", 0)))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("origin ended before it was ready, exit code 1");
    }

    @Test
    void anInstrumentThatTheStudyDoesNotProvideIsNamed() {
        String other = FETCH.replace("name: origin", "name: orgin");
        assertThatThrownBy(() -> run(other, 1, TestJobs.subject("fetches", 0)))
                .isInstanceOf(LabException.class)
                .hasMessage(
                        "the study provides no instrument \"orgin\", which its workload names. It provides: origin");
    }
}
