package dev.gearbox.lab.memory;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.lab.probe.SubjectStats;
import dev.gearbox.lab.slice.SliceAssembler;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.slice.WindowMarks;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has the arms of a fork hold connections, one arm at a time, and reads their memory: the users connect, say hello and stay idle for as long as the
 * workload specifies; then the arm collects its garbage, and everything is read while the connections are open.
 */
final class ArmMemory implements Harness.Turn {
    private static final String HOST = "127.0.0.1";

    /** The block number from which the random order of the numbers is derived; there is no such block. */
    private static final int NUMBERS = -1;

    private static final int ATTEMPTS = 4;

    private static final Duration COLLECTION = Duration.ofSeconds(3);

    private static final Path PROC = Path.of("/proc");

    private final Harness.Fork<GeneratorProcess> fork;
    private final GeneratorProcess generator;
    private final Duration quietFor;
    private final List<Cell> numbers;
    private final Set<String> used = new HashSet<>();

    ArmMemory(MemoryCell cell, Harness.Fork<GeneratorProcess> fork) {
        this.fork = fork;
        generator = fork.children().instrument().orElseThrow();
        quietFor = cell.quietFor();
        numbers = fork.draw().order(cell.points(), fork.diary().fork(), NUMBERS);
    }

    /** Repeats with a longer delay as long as a connection was, or may have been, greeted only after memory had been read. */
    @Override
    public MeasuredSlice measure(SubjectProcess arm, int block, int position)
            throws ChildException, InterruptedException {
        Cell cell = numbers.get((block - 1) % numbers.size());
        double lead = fork.design().leadSeconds();
        for (int attempt = 1; ; attempt++) {
            // Each JVM holds connections once; the first one was started with the fork.
            SubjectProcess holder =
                    used.add(arm.label()) ? arm : fork.children().fresh(arm.label());
            try {
                Optional<MeasuredSlice> held = held(holder, cell, lead, block, position);
                if (held.isPresent()) {
                    return held.get();
                }
            } finally {
                holder.close();
            }
            if (attempt == ATTEMPTS) {
                throw holder.failure(arm.label() + " had not greeted all its " + cell.connections()
                        + " connections after " + Math.round(1e3 * lead) + " ms: they were never all idle");
            }
            lead *= 2;
        }
    }

    /** Empty if the connections were not idle. */
    private Optional<MeasuredSlice> held(SubjectProcess holder, Cell cell, double lead, int block, int position)
            throws ChildException, InterruptedException {
        holder.check();
        SliceAssembler.SliceId place = new SliceAssembler.SliceId(
                fork.diary().fork(),
                fork.diary().launch(),
                block,
                position,
                holder.label(),
                fork.draw().arrivals(fork.diary().fork(), block));
        LoadPlan plan = cell.plan(HOST, holder.port(), place.seed());
        Look look = new Look(holder, cell.connections(), quietFor);
        WindowMarks marks = new WindowMarks(
                holder, new SliceMeter(fork.probe(), fork.children().own()));
        generator.connect(holder.label(), plan);
        LoadReport report = generator.slice(
                holder.label(),
                place.seed(),
                lead,
                fork.design().windowSeconds(),
                OptionalDouble.empty(),
                cell.timeout(),
                marks.around(look));
        generator.drop(holder.label());
        if (report.connections() < cell.connections()) {
            throw holder.failure(holder.label() + " held " + report.connections() + " connections of "
                    + cell.connections() + ": no cost can be computed");
        }
        boolean quiet = report.background().values().stream()
                .allMatch(beside -> beside.answered() == 0 && beside.censored() == 0);
        Slice slice = SliceAssembler.slice(place, marks.at(), report, marks.before(), marks.after())
                .holding(look.memory());
        return quiet ? Optional.of(new MeasuredSlice(slice, new TimeHistograms(Map.of()))) : Optional.empty();
    }

    /** Reads a JVM before it has connections, and after they have been idle for a while. They stay open until they are dropped, however long that takes. */
    private static final class Look implements GeneratorProcess.Window {
        private final SubjectProcess holder;
        private final int connections;
        private final Duration quietFor;
        private final Slice.Memory before;
        private Slice.@Nullable Memory memory;

        Look(SubjectProcess holder, int connections, Duration quietFor) throws ChildException, InterruptedException {
            this.holder = holder;
            this.connections = connections;
            this.quietFor = quietFor;
            before = read(0);
        }

        @Override
        public void opened() throws ChildException, InterruptedException {
            Thread.sleep(quietFor);
            memory = MemoryReading.since(before, read(connections));
        }

        @Override
        public void closed() {}

        Slice.Memory memory() {
            return Objects.requireNonNull(memory, "read when the window opened");
        }

        private Slice.Memory read(int standing) throws ChildException, InterruptedException {
            try {
                return MemoryReading.of(PROC, standing, holder.pids(), SubjectStats.jvm(holder.ask("gc", COLLECTION)));
            } catch (IOException gone) {
                holder.check();
                throw holder.failure(holder.label() + "'s memory could not be read: " + gone.getMessage());
            }
        }
    }
}
