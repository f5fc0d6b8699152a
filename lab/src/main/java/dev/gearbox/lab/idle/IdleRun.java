package dev.gearbox.lab.idle;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.Setup;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.SubjectStats;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Measures {@link IdleCost}: a JVM for each number of quiet connections and each fork. In each the users connect, say
 * hello and are quiet, as long as the workload wants; then the subject collects its garbage, and everything is read while the
 * connections stand. Within a fork the numbers come in random order, so that what drifts on the machine does not become a slope.
 */
public final class IdleRun {
    /** After this most subjects have greeted everybody; for one that has not, it is doubled. */
    private static final Duration SETTLE = Duration.ofSeconds(1);

    private static final int ATTEMPTS = 4;

    /** For so long they stay at least; reading a process with ten thousand threads takes one to two seconds. */
    private static final Duration STAY = Duration.ofSeconds(4);

    private static final Duration COLLECTION = Duration.ofSeconds(3);

    private static final Path PROC = Path.of("/proc");

    private final Setup setup;
    private final SingleRun runs;
    private final Duration settle;
    private final Duration stay;
    private final Duration quiet;

    private IdleRun(Setup setup, SingleRun runs, Duration settle, Duration stay, Duration quiet) {
        this.settle = settle;
        this.stay = stay;
        this.quiet = quiet;
        this.setup = setup;
        this.runs = runs;
    }

    /**
     * On this machine.
     *
     * @param quiet how long everybody has been quiet when memory is read: longer for subjects that do something about it
     * @throws LabException where subjects cannot run: no Linux
     */
    public static IdleRun open(Setup setup, Duration quiet) {
        return open(setup, SETTLE, STAY, quiet);
    }

    static IdleRun open(Setup setup, Duration settle, Duration stay, Duration quiet) {
        return new IdleRun(setup, SingleRun.open(setup), settle, stay, quiet);
    }

    /** How many forks a run of that length has. */
    public static int forks(Length length) {
        return length == Length.FULL ? 5 : 3;
    }

    /**
     * Runs. Takes about seven seconds for each cell and fork, and as long as everybody is to be quiet.
     *
     * @param cells of a workload whose background is quiet, with at least two different numbers of connections; their own
     *     durations are not used
     * @param subject what holds the connections
     * @param forks how often, at least twice
     * @throws LabException when a run fails; says which and why
     * @throws InterruptedException when the thread is interrupted; the children are gone
     */
    public IdleCost run(List<Cell> cells, Subject subject, int forks) throws InterruptedException {
        if (cells.stream().map(Cell::connections).distinct().count() < 2) {
            throw new LabException("the cost of a quiet connection needs at least two numbers of connections");
        }
        List<List<IdleCost.Point>> all = new ArrayList<>();
        for (int fork = 0; fork < forks; fork++) {
            List<Cell> order = new ArrayList<>(cells);
            Collections.shuffle(order, new Random(setup.seed() + fork));
            List<IdleCost.Point> points = new ArrayList<>();
            for (Cell cell : order) {
                points.add(point(cell, subject));
            }
            all.add(points);
        }
        return new IdleCost(subject.label(), all);
    }

    /**
     * Again with more patience as long as somebody was greeted only after memory had been read, or might have been, or reading it
     * took longer than the connections stood: that of ten thousand threads takes seconds.
     */
    private IdleCost.Point point(Cell cell, Subject subject) throws InterruptedException {
        Duration warmUp = settle;
        Duration standing = stay;
        String why = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Look look = new Look(standing, quiet);
            Optional<IdleCost.Point> point = quiet(cell.during(warmUp, quiet.plus(standing)), subject, look);
            if (point.isPresent()) {
                return point.get();
            }
            if (look.slow) {
                why = subject.label() + "'s memory with " + cell.connections() + " connections cannot be read within "
                        + standing.toMillis() + " ms";
                standing = standing.multipliedBy(2);
            } else {
                why = subject.label() + " had not greeted all its " + cell.connections() + " connections after "
                        + warmUp.toMillis() + " ms: there is no quiet to measure";
                warmUp = warmUp.multipliedBy(2);
            }
        }
        throw new LabException(why);
    }

    private Optional<IdleCost.Point> quiet(Cell cell, Subject subject, Look look) throws InterruptedException {
        LoadReport report;
        try {
            report = runs.run(cell, subject, look).report();
        } catch (LabException failed) {
            throw new LabException(
                    "cannot tell what a quiet connection of " + subject.label() + " costs (" + cell.label() + "): "
                            + failed.getMessage(),
                    failed);
        }
        if (look.slow) {
            return Optional.empty();
        }
        IdleMemory memory = Objects.requireNonNull(look.memory, "read when the window opened");
        if (report.connections() < cell.connections()) {
            throw new LabException(subject.label() + " held " + report.connections() + " connections of "
                    + cell.connections() + " (" + cell.label() + "): there is no cost to tell");
        }
        boolean quiet = report.background().values().stream()
                .allMatch(beside -> beside.answered() == 0 && beside.censored() == 0);
        return quiet ? Optional.of(new IdleCost.Point(report.connections(), memory)) : Optional.empty();
    }

    private static final class Look implements SingleRun.Observer {
        private final Duration stay;
        private final Duration quiet;
        private @Nullable IdleMemory before;
        private @Nullable IdleMemory memory;
        private boolean slow;

        Look(Duration stay, Duration quiet) {
            this.stay = stay;
            this.quiet = quiet;
        }

        @Override
        public void ready(SubjectProcess subject) throws IOException, InterruptedException, ChildException {
            before = IdleMemory.read(PROC, subject.pids(), SubjectStats.jvm(subject.ask("gc", COLLECTION)));
        }

        @Override
        public void opened(SubjectProcess subject) throws IOException, InterruptedException, ChildException {
            Thread.sleep(quiet);
            long begin = System.nanoTime();
            JsonNode answer = subject.ask("gc", COLLECTION);
            IdleMemory now = IdleMemory.read(PROC, subject.pids(), SubjectStats.jvm(answer));
            slow = System.nanoTime() - begin > stay.toNanos();
            memory = before == null ? now : now.since(before);
        }
    }
}
