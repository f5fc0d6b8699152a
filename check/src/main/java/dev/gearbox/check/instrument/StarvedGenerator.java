package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * IT-9: the generator's process is stopped for 100 ms in the middle of some slices. To its users that looks like a silent server; the instrument must
 * detect that it was not the server.
 */
public record StarvedGenerator() implements Check {
    private static final int BLOCKS = 10;
    private static final long LEAD_MILLIS = 100;
    private static final long INTO_THE_WINDOW_MILLIS = 400;
    private static final long STOPPED_MILLIS = 100;

    /** A p99 that includes the stop is at least this. */
    private static final double SUSPICIOUS_MILLIS = 20;

    @Override
    public String id() {
        return "IT-9";
    }

    @Override
    public String title() {
        return "generator stopped for 100 ms in a slice";
    }

    @Override
    public String mark() {
        return "each such slice flagged or its p99 below 20 ms";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(25);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        try (Stopper stopper = new Stopper()) {
            Evidence evidence = OracleExperiment.run(
                    context,
                    "starved generator",
                    List.of(Oracle.PLAIN.subject("plain")),
                    new Arrivals.Poisson(5_000, 10),
                    OracleExperiment.design(1, BLOCKS, 1),
                    stopper);
            Set<Integer> stopped = stopper.stopped();
            Evidence.Fork fork = evidence.forks().getFirst();
            return judge(fork.slices().stream()
                    .map(slice -> new Seen(
                            stopped.contains(slice.block()),
                            slice,
                            fork.times(slice).of(TimeHistograms.Kind.RESPONSE).getValueAtPercentile(99) / 1e6))
                    .toList());
        }
    }

    /** A slice, whether the generator was stopped in it, and its contribution to the reported p99, in ms. */
    record Seen(boolean stopped, Slice slice, double p99Millis) {
        boolean flagged() {
            return !slice.generator().fit();
        }
    }

    static CheckOutcome judge(List<Seen> slices) {
        List<Seen> stopped = slices.stream().filter(Seen::stopped).toList();
        long flagged = stopped.stream().filter(Seen::flagged).count();
        long blamed = stopped.stream()
                .filter(seen -> !seen.flagged() && seen.p99Millis() >= SUSPICIOUS_MILLIS)
                .count();
        long masked = stopped.stream()
                .filter(seen -> seen.slice().traffic().masked() > 0)
                .count();
        return new Tally()
                .need(!stopped.isEmpty(), "stopped in %d of %d slices", stopped.size(), slices.size())
                .tell("%d flagged", flagged)
                .tell("%d masked", masked)
                .need(blamed == 0, "%d blamed on the server", blamed)
                .outcome();
    }

    /** Stops the generator in every second block, on a thread of its own, so that the lab continues meanwhile. */
    private static final class Stopper implements ExperimentListener, AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final List<Future<?>> done = new ArrayList<>();
        private final Set<Integer> stopped = new TreeSet<>();

        @Override
        public void at(Moment moment) {
            String[] words = moment.what().split("[ :]", -1);
            if (words[0].equals("block") && Integer.parseInt(words[1]) % 2 == 0) {
                stopped.add(Integer.parseInt(words[1]));
                done.add(thread.submit(() -> {
                    Thread.sleep(
                            LEAD_MILLIS + INTO_THE_WINDOW_MILLIS); // into the slice: the exact time does not matter
                    long generator = generator();
                    UnixSignals.send("STOP", generator);
                    try {
                        Thread.sleep(STOPPED_MILLIS); // the duration of the fault itself
                    } finally {
                        UnixSignals.send("CONT", generator);
                    }
                    return generator;
                }));
            }
        }

        Set<Integer> stopped() throws InterruptedException {
            for (Future<?> each : done) {
                try {
                    each.get();
                } catch (ExecutionException failed) {
                    throw new LabException("the generator could not be stopped: " + failed.getCause(), failed);
                }
            }
            return stopped;
        }

        private static long generator() {
            return ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains("GeneratorMain"))
                    .findFirst()
                    .orElseThrow(() -> new LabException("no generator among the children of this process"))
                    .pid();
        }

        @Override
        public void close() {
            thread.close();
        }
    }
}
