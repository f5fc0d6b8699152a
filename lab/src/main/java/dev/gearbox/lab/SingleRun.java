package dev.gearbox.lab;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.load.CalledServices;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.slice.SliceAssembler;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.slice.SubjectCounts;
import dev.gearbox.lab.slice.WindowMarks;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs one subject under one cell, once. Not an experiment, because it compares nothing. It uses the same child processes and the same kind of slice as a fork.
 * <pre>
 *   subject    start ─ READY ──────────────────── stats ──────────── stats ─ end of input
 *   generator              start ─ connecting ─ warm-up ─ window ════════ report
 *   observer                 ready                opened             closed
 * </pre>
 * What a server calls while it serves (the instrument of its cell) starts before it. All child processes have ended when {@link #run} returns or throws.
 */
public final class SingleRun {
    private static final String HOST = "127.0.0.1";

    /** Descriptors that a JVM needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 200;

    private final ChildSetup setup;
    private final Probe probe;
    private final long descriptorLimit;

    private SingleRun(ChildSetup setup, Probe probe, long descriptorLimit) {
        this.setup = setup;
        this.probe = probe;
        this.descriptorLimit = descriptorLimit;
    }

    /**
     * Creates runs on this machine.
     *
     * @throws LabException if child processes cannot be measured here because this is not Linux
     */
    public static SingleRun open(ChildSetup setup) {
        return new SingleRun(setup, Probe.open().on(setup.pinning().cores()), MachineProbe.descriptorLimit());
    }

    /**
     * The result.
     *
     * @param stamp what the subject reports about itself
     * @param plan the plan of the generator
     * @param report the generator's report
     * @param slice the same with the subject's resource use and the disturbances
     * @param counts the subject's own counters, per second and per request
     * @param stats the subject's own counters as sent at the end; null if it has none
     * @param notes remarks for the reader, in sentences
     */
    public record Result(
            JsonNode stamp,
            LoadPlan plan,
            LoadReport report,
            Slice slice,
            SubjectCounts counts,
            @Nullable JsonNode stats,
            List<String> notes) {
        /** Copies the list. */
        public Result {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Observes the subject during the run. Called on the thread that runs it, which waits; an exception fails the run.
     */
    public interface Observer {
        /** Does nothing. */
        Observer NONE = new Observer() {};

        /** Called when the subject accepts connections, before there are any. */
        default void ready(SubjectProcess subject) throws IOException, InterruptedException, ChildException {}

        /** Called when the measured window begins, before anything is read. */
        default void opened(SubjectProcess subject) throws IOException, InterruptedException, ChildException {}

        /** Called when the measured window is over and everything has been read. */
        default void closed(SubjectProcess subject) throws IOException, InterruptedException, ChildException {}

        /** Called when the run is over, successful or not; releases resources. */
        default void over() throws IOException {}
    }

    /**
     * Runs the warm-up and the window of the cell.
     *
     * @throws LabException if a child fails; the message says which and why
     * @throws InterruptedException if the thread is interrupted; the child processes have ended
     */
    public Result run(Cell cell, Subject subject) throws InterruptedException {
        return run(cell, subject, Observer.NONE);
    }

    public Result run(Cell cell, Subject subject, Observer observer) throws InterruptedException {
        var lacking = subject.lacks(cell.requires());
        if (!lacking.isEmpty()) {
            throw new LabException(subject.label() + " does not offer " + String.join(", ", lacking));
        }
        long needed = (long) cell.connections() + DESCRIPTORS_BESIDES;
        if (descriptorLimit > 0 && needed > descriptorLimit) {
            throw new LabException(cell.label() + " needs " + needed + " open descriptors and the limit is "
                    + descriptorLimit + " (ulimit -n)");
        }
        try {
            try (Fixture called = called(cell);
                    SubjectProcess server =
                            SubjectProcess.start(subject.withArguments(called.arguments()), cell, setup)) {
                server.awaitReady(setup.patience());
                observer.ready(server);
                Result result = loaded(cell, server, called, observer);
                return server.stop()
                        ? result
                        : noting(result, subject.label() + " did not exit at the end of its input, and was killed");
            } finally {
                observer.over();
            }
        } catch (ChildException failed) {
            throw new LabException(explained(failed), failed);
        } catch (IOException cannot) {
            throw new LabException("a child could not be started or read: " + cannot.getMessage(), cannot);
        }
    }

    /** Starts what the subject calls while it serves, if the cell has that. */
    private Fixture called(Cell cell) throws ChildException, InterruptedException {
        return cell.instrument().isPresent()
                ? CalledServices.start(cell.instrument().get(), setup)
                : Fixture.NONE;
    }

    /** Adds the last output of the child, which usually names the cause. */
    private static String explained(ChildException failed) throws InterruptedException {
        String last = failed.log().isEmpty() ? "" : failed.log().getLast();
        return failed.reason().contains(last) ? failed.reason() : failed.reason() + ": " + last;
    }

    private static Result noting(Result result, String note) {
        List<String> notes = new ArrayList<>(result.notes());
        notes.add(note);
        return new Result(
                result.stamp(), result.plan(), result.report(), result.slice(), result.counts(), result.stats(), notes);
    }

    private Result loaded(Cell cell, SubjectProcess server, Fixture called, Observer observer)
            throws ChildException, IOException, InterruptedException {
        LoadPlan plan = cell.plan(HOST, server.port(), setup.seed());
        try (GeneratorProcess generator = GeneratorProcess.start(cell, setup)) {
            OwnProcesses own = OwnProcesses.of(generator.pid(), List.of(server));
            for (long pid : called.pids()) {
                own = own.and(pid);
            }
            SliceMeter meter = new SliceMeter(probe, own);
            WindowMarks marks = new WindowMarks(server, meter);
            generator.connect(server.label(), plan);
            LoadReport report =
                    generator.run(server.label(), plan, window(server, observer).around(marks));
            requireAnswers(report, server);
            SliceAssembler.SliceId place = new SliceAssembler.SliceId(1, 1, 1, 1, server.label(), plan.seed());
            Slice slice = SliceAssembler.slice(place, marks.at(), report, marks.before(), marks.after());
            List<String> notes = new ArrayList<>();
            server.tree().ifPresent(_ -> notes.add(SubjectProcess.FOREIGN));
            if (!report.valid()) {
                notes.add("the generator did not keep its schedule: " + String.join("; ", report.reasons()));
            }
            SubjectCounts counts = SubjectCounts.between(marks.before(), marks.after(), report.answeredPerSecond());
            return new Result(
                    server.stamp(), plan, report, slice, counts, marks.after().stats(), notes);
        }
    }

    private static void requireAnswers(LoadReport report, SubjectProcess server) throws ChildException {
        if (report.answered() > 0) {
            return;
        }
        Map<String, String> kinds = new TreeMap<>();
        report.errors()
                .forEach((kind, errors) -> kinds.put(
                        kind.key(),
                        errors.inWindow() + errors.before() + " " + kind.key() + " (" + errors.first() + ")"));
        throw server.failure("no request was answered in the measured window"
                + (kinds.isEmpty() ? "" : ": " + String.join(", ", kinds.values())));
    }

    /** Calls the observer, whose failure is treated like that of a child. */
    private static GeneratorProcess.Window window(SubjectProcess server, Observer observer) {
        return new GeneratorProcess.Window() {
            @Override
            public void opened() throws ChildException, InterruptedException {
                try {
                    observer.opened(server);
                } catch (IOException failed) {
                    throw server.failure(server.label() + " could not be observed: " + failed.getMessage());
                }
            }

            @Override
            public void closed() throws ChildException, InterruptedException {
                try {
                    observer.closed(server);
                } catch (IOException failed) {
                    throw server.failure(server.label() + " could not be observed: " + failed.getMessage());
                }
            }
        };
    }
}
