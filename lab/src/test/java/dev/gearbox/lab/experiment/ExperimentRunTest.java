package dev.gearbox.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.fork.Randomization;
import dev.gearbox.lab.workload.TestPaths;
import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Complete experiments with real child processes: what is measured, in which order, and that no measurement is lost. */
@Timeout(600)
class ExperimentRunTest {
    @TempDir
    Path results;

    @Test
    void everyForkHasFreshJvmsAndEveryBlockASliceOfEveryArm() throws InterruptedException {
        TestExperiment test = new TestExperiment(2, 3, "echo", "also-echo");
        List<Double> fractions = new ArrayList<>();
        List<Integer> forks = new ArrayList<>();

        Evidence evidence = test.run(test.archive(results), new ExperimentListener() {
                    @Override
                    public void at(Moment moment) {
                        fractions.add(moment.fraction());
                    }

                    @Override
                    public void forkDone(Evidence sofar) {
                        forks.add(sofar.forks().size());
                    }
                })
                .run(sofar -> false);

        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.forks()).hasSize(2).allMatch(Evidence.Fork::done);
        Randomization draw = new Randomization(1);
        for (Evidence.Fork fork : evidence.forks()) {
            assertThat(fork.all(ForkEvent.Launch.class))
                    .singleElement()
                    .satisfies(launch -> assertThat(launch.stamps()).containsOnlyKeys("echo", "also-echo"));
            assertThat(fork.all(ForkEvent.Ceiling.class))
                    .singleElement()
                    .satisfies(ceiling -> assertThat(ceiling.perSecond()).isPositive());
            assertThat(fork.all(ForkEvent.Warmed.class)).hasSize(2);
            assertThat(fork.all(ForkEvent.BlockDone.class))
                    .extracting(ForkEvent.BlockDone::block)
                    .as("without patience none is replaced, even on a busy machine")
                    .containsExactly(1, 2, 3);
            Map<Integer, List<Slice>> blocks = fork.slices().stream().collect(Collectors.groupingBy(Slice::block));
            blocks.forEach((block, slices) -> {
                assertThat(slices).extracting(Slice::arm).containsExactlyInAnyOrder("echo", "also-echo");
                assertThat(slices).extracting(Slice::position).containsExactly(1, 2);
                assertThat(slices).extracting(Slice::seed).containsOnly(draw.arrivals(fork.number(), block));
                for (Slice slice : slices) {
                    assertThat(slice.traffic().errors()).isEmpty();
                    assertThat(slice.cost().cpuMicros()).isNotNegative();
                    TimeHistograms times = fork.times(slice);
                    // All are present even if the generator was off its core the whole time. Times are those of
                    // requests that were meant
                    // for the window: requests pending when it opened, one for each connection, count as answered
                    // only.
                    assertThat(times.of(TimeHistograms.Kind.RESPONSE).getTotalCount()
                                    + times.of(TimeHistograms.Kind.STALLED).getTotalCount())
                            .isGreaterThanOrEqualTo(
                                    slice.traffic().answered() - slice.traffic().connections());
                }
            });
        }
        // On a busy machine the short slices of a fork may pass without an answer, but not all of one arm.
        assertThat(evidence.forks().stream()
                        .flatMap(fork -> fork.slices().stream())
                        .collect(Collectors.groupingBy(
                                Slice::arm,
                                Collectors.summingLong(slice -> slice.traffic().answered()))))
                .allSatisfy((arm, answered) -> assertThat(answered).as(arm).isPositive());
        assertThat(forks).containsExactly(1, 2);
        assertThat(fractions).allMatch(fraction -> fraction >= 0 && fraction <= 1);
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void disturbedBlocksAreReplacedAtTheEndOfTheirFork() throws Exception {
        TestExperiment test = new TestExperiment(2, 2, "echo", "also-echo");
        List<String> heard = new ArrayList<>();
        // One for each processor: of a slice of 40 ms, a single one takes hardly more than the 30 ms that ticks can
        // show.
        List<Process> thieves = new ArrayList<>();
        Evidence evidence;
        try {
            for (int processor = 0; processor < Runtime.getRuntime().availableProcessors(); processor++) {
                thieves.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            evidence = test.run(TestExperiment.REPLACING, test.archive(results), new ExperimentListener() {
                        @Override
                        public void at(Moment moment) {
                            heard.add(moment.what());
                            if (moment.what().contains("in place of")) {
                                thieves.forEach(Process::destroyForcibly);
                            }
                        }
                    })
                    .run(sofar -> false);
        } finally {
            thieves.forEach(Process::destroyForcibly);
        }

        Evidence.Fork fork = evidence.forks().getFirst();
        int blocks = fork.blocks().size();
        assertThat(blocks)
                .as("programs took the cores during the planned blocks")
                .isGreaterThan(2);
        assertThat(fork.all(ForkEvent.BlockDone.class))
                .extracting(ForkEvent.BlockDone::block)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, blocks).boxed().toList());
        assertThat(fork.blocks().values()).allSatisfy(block -> assertThat(block).containsOnlyKeys("echo", "also-echo"));
        assertThat(heard).anyMatch(what -> what.startsWith("block 3, in place of a disturbed one: "));
    }

    @Test
    void whatExistsIsNotMeasuredAgain() throws InterruptedException {
        TestExperiment test = new TestExperiment(1, 2, "echo");
        Evidence first =
                test.run(test.archive(results), ExperimentListener.NONE).run(sofar -> false);
        List<String> heard = new ArrayList<>();

        Evidence second = test.run(test.archive(results), new ExperimentListener() {
                    @Override
                    public void at(Moment moment) {
                        heard.add(moment.what());
                    }
                })
                .run(sofar -> false);

        assertThat(heard).isEmpty();
        assertThat(second.forks().getFirst().slices())
                .isEqualTo(first.forks().getFirst().slices());

        TestExperiment more = new TestExperiment(2, 2, "echo");
        Evidence third =
                more.run(more.archive(results), ExperimentListener.NONE).run(sofar -> false);
        assertThat(third.forks()).hasSize(2);
        assertThat(third.forks().getFirst().slices())
                .isEqualTo(first.forks().getFirst().slices());
    }

    @Test
    void aLookThatSeesEnoughIsTheLast() throws InterruptedException {
        TestExperiment test = new TestExperiment(3, 1, "echo");
        List<Integer> looks = new ArrayList<>();
        Evidence evidence = test.run(test.archive(results), ExperimentListener.NONE)
                .run(sofar -> {
                    looks.add(sofar.forks().size());
                    return looks.size() == 2;
                });
        assertThat(looks).containsExactly(1, 2);
        assertThat(evidence.forks()).hasSize(2);
    }

    @Test
    void interruptedItKeepsEveryFinishedBlockAndGoesOnFromThere() throws InterruptedException {
        TestExperiment test = new TestExperiment(1, 4, "echo", "also-echo");
        ExperimentListener stopsInBlock3 = new ExperimentListener() {
            @Override
            public void at(Moment moment) {
                if (moment.what().startsWith("block 3")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Archive archive = test.archive(results);
        assertThatThrownBy(() -> test.run(archive, stopsInBlock3).run(sofar -> false))
                .isInstanceOf(InterruptedException.class);
        assertThat(ProcessHandle.current().children()).isEmpty();
        List<Slice> before = archive.evidence().forks().getFirst().slices();
        assertThat(before).hasSize(4);

        Evidence after =
                test.run(test.archive(results), ExperimentListener.NONE).run(sofar -> false);

        assertThat(after.forks().getFirst().slices())
                .startsWith(before.toArray(Slice[]::new))
                .hasSize(8);
        assertThat(after.forks().getFirst().all(ForkEvent.Launch.class))
                .extracting(ForkEvent.Launch::launch)
                .containsExactly(1, 2);
    }

    @Test
    void killedItLosesNoFinishedBlockAndLeavesNoChild() throws Exception {
        String classPath =
                TestPaths.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Process lab = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        TestExperiment.class.getName(),
                        results.toString(),
                        "100000")
                .redirectError(results.resolve("log").toFile())
                .start();
        List<ProcessHandle> children;
        try (BufferedReader says = lab.inputReader()) {
            String line = says.readLine();
            while (line != null && !line.startsWith("block 4 ")) {
                line = says.readLine();
            }
            assertThat(line).as("it came so far").isNotNull();
            children = lab.descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(3);
        } finally {
            lab.destroyForcibly();
        }
        assertThat(lab.waitFor(120, TimeUnit.SECONDS)).isTrue();
        children.forEach(child -> child.onExit().join());

        TestExperiment same = new TestExperiment(1, 100_000, "echo", "also-echo");
        Archive archive = same.archive(results);
        List<Slice> kept = archive.evidence().forks().getFirst().slices();
        assertThat(kept).hasSizeGreaterThanOrEqualTo(6);
        assertThatThrownBy(() -> same.run(same.archive(results), interruptsAfterTwoMoreBlocks())
                        .run(sofar -> false))
                .isInstanceOf(InterruptedException.class);
        List<Slice> more = archive.evidence().forks().getFirst().slices();
        assertThat(more).startsWith(kept.toArray(Slice[]::new)).hasSizeGreaterThan(kept.size());
        assertThat(archive.evidence().damage()).isEmpty();
    }

    private static ExperimentListener interruptsAfterTwoMoreBlocks() {
        List<String> blocks = new ArrayList<>();
        return new ExperimentListener() {
            @Override
            public void at(Moment moment) {
                if (moment.what().startsWith("block")) {
                    blocks.add(moment.what());
                }
                if (blocks.size() == 5) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    @Test
    void anArmThatDiesTakesNoFurtherPartAndTheOthersGoOn() throws InterruptedException {
        TestExperiment test = new TestExperiment(1, 20, "echo", "dies-in-mid-run");
        Evidence evidence =
                test.run(test.archive(results), ExperimentListener.NONE).run(sofar -> false);

        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.done()).isTrue();
        // It dies after a number of bytes, which a busy machine may reach only in a later slice.
        assertThat(fork.slices())
                .extracting(Slice::arm)
                .isSubsetOf("echo", "dies-in-mid-run")
                .filteredOn("echo"::equals)
                .hasSize(20);
        assertThat(fork.slices()).hasSizeLessThan(40);
        assertThat(fork.all(ForkEvent.Failed.class)).singleElement().satisfies(failed -> {
            assertThat(failed.arm()).isEqualTo("dies-in-mid-run");
            assertThat(failed.cause()).contains("exit code 7");
            assertThat(failed.log()).anyMatch(line -> line.startsWith("out of luck"));
        });
    }

    @Test
    void aBaselineThatNeverStartsEndsTheExperimentWithTheReason() {
        TestExperiment test = new TestExperiment(1, 1, "dies-at-start", "echo");
        assertThatThrownBy(() ->
                        test.run(test.archive(results), ExperimentListener.NONE).run(sofar -> false))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("fork 1 failed 3 times")
                .hasMessageContaining("exit code 3")
                .hasMessageContaining("the same command continues");
        assertThat(ProcessHandle.current().children()).isEmpty();
    }
}
