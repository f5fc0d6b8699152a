package dev.gearbox.lab.child;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.load.Shares;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/**
 * One load by several generator processes, because a process has one thread and a limited number of descriptors. They connect one after the other, because
 * connecting at once would overflow the server's accept queue; they start at the same moment, and their reports are combined.
 *
 * <pre>
 *   plan ──Shares──► generator 1 ──connect──┐            ┌──report──┐
 *                    generator 2 ──connect──┼─ a moment ─┼──report──┼──► LoadReport.together
 *                    generator 3 ──connect──┘            └──report──┘
 * </pre>
 *
 * If one of them fails there is no report, because the others did not generate the requested load.
 */
public final class JointLoad {
    /** The delay from the start command until the start, so that each generator can read it. A late generator has to catch up during the warm-up. */
    private static final Duration NOTICE = Duration.ofMillis(250);

    private static final String ARM = "target";

    private final ChildSetup setup;
    private final LoadPlan plan;
    private final List<LoadPlan> shares;
    private final List<GeneratorProcess> generators = new ArrayList<>();

    private JointLoad(ChildSetup setup, LoadPlan plan, int processes) {
        this.setup = setup;
        this.plan = plan;
        shares = Shares.of(plan, processes);
    }

    /** Receives the combined progress of the generators about once a second, on other threads but never concurrently. */
    public interface LoadListener {
        /**
         * Receives the current progress.
         *
         * @param phase connecting, warming, measuring or measured
         * @param requests answered since the window began
         * @param errors since the run began
         */
        void at(String phase, long requests, long errors);
    }

    /**
     * Runs a plan to its end, with the pinning of this process. No child process is left, however it ends.
     *
     * @param processes the number of generators, 1 to {@link Shares#MOST}
     * @return the combined report
     * @throws dev.gearbox.load.plan.BadPlanException if the plan cannot be split over that many processes
     * @throws LabException if a generator cannot start, refuses, or ends before its report
     * @throws InterruptedException if the thread was interrupted
     */
    public static LoadReport run(LoadPlan plan, int processes, LoadListener listener) throws InterruptedException {
        return new JointLoad(ChildSetup.detect(plan.seed()).unpinned(), plan, processes).run(listener);
    }

    private LoadReport run(LoadListener listener) throws InterruptedException {
        try {
            for (int i = 0; i < shares.size(); i++) {
                generators.add(GeneratorProcess.start(setup));
            }
            Sum sum = new Sum(listener, shares.size());
            connect();
            return LoadReport.together(reports(sum));
        } catch (IOException cannot) {
            throw new LabException("cannot start a load generator: " + cannot.getMessage(), cannot);
        } finally {
            generators.forEach(GeneratorProcess::close);
        }
    }

    private void connect() throws InterruptedException {
        for (int i = 0; i < shares.size(); i++) {
            LoadPlan share = shares.get(i);
            int beside = plan.arrivals().connections() - share.arrivals().connections();
            try {
                generators.get(i).connect(ARM, share, beside);
            } catch (ChildException failed) {
                throw explained(i, failed);
            }
        }
    }

    private List<LoadReport> reports(Sum sum) throws InterruptedException {
        LoadReport[] reports = new LoadReport[shares.size()];
        Instant at = Instant.now().plus(NOTICE);
        sum.warming();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = new ExecutorCompletionService<Void>(pool);
            for (int i = 0; i < reports.length; i++) {
                int number = i;
                done.submit(() -> {
                    reports[number] = report(number, at, sum);
                    return null;
                });
            }
            try {
                for (int i = 0; i < reports.length; i++) {
                    done.take().get();
                }
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof LabException explained
                        ? explained
                        : new IllegalStateException("a generator could not be waited for", failed);
            } finally {
                // Wake up those that still wait: there will be no start.
                pool.shutdownNow();
            }
        }
        return List.of(reports);
    }

    private LoadReport report(int number, Instant at, Sum sum) throws InterruptedException {
        try {
            return generators.get(number).run(ARM, shares.get(number), at, event -> sum.heard(number, event));
        } catch (ChildException failed) {
            throw explained(number, failed);
        }
    }

    /** Adds the last output of the generator, which usually names the cause. */
    private LabException explained(int number, ChildException failed) throws InterruptedException {
        String who = shares.size() == 1 ? "" : "process " + (number + 1) + " of " + shares.size() + ": ";
        List<String> log = generators.get(number).isAlive() ? List.of() : failed.log();
        String said = log.isEmpty() ? "" : ": " + log.getLast();
        return new LabException(who + failed.reason() + said, failed);
    }

    /** Returns the combined progress: the phase of the first, and the sums of all. */
    private static final class Sum {
        private final LoadListener listener;
        private final long[] requests;
        private final long[] errors;
        private int measured;
        private String phase = "connecting";

        Sum(LoadListener listener, int generators) {
            this.listener = listener;
            requests = new long[generators];
            errors = new long[generators];
            tell();
        }

        synchronized void warming() {
            phase = "warming";
            tell();
        }

        synchronized void heard(int number, JsonNode event) {
            switch (event.path("event").asString("")) {
                case "measuring" -> phase = "measuring";
                case "measured" -> {
                    measured++;
                    phase = measured == requests.length ? "measured" : phase;
                }
                default -> {
                    requests[number] = event.path("requests").asLong(requests[number]);
                    errors[number] = event.path("errors").asLong(errors[number]);
                }
            }
            tell();
        }

        private void tell() {
            listener.at(
                    phase, Arrays.stream(requests).sum(), Arrays.stream(errors).sum());
        }
    }
}
