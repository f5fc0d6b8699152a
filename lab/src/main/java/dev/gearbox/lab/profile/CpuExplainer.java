package dev.gearbox.lab.profile;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.PerfStat;
import dev.gearbox.lab.probe.SystemCalls;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.subject.JvmEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds out where a subject's processor time goes. It runs the subject under the load of a cell twice more, because each method has an overhead, which the
 * other would measure:
 * <pre>
 *   first    profiler + flight recorder + its own counts    one window
 *   second   system calls, by the kernel's tracepoints      one window
 * </pre>
 * Neither is a measured run. Next to {@code causes-SUBJECT.json} are {@code flame-SUBJECT.html}, a flame graph, and {@code stacks-SUBJECT.txt}, the stacks
 * from which both are derived.
 */
public final class CpuExplainer {
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final ChildSetup setup;
    private final SingleRun runs;

    private CpuExplainer(ChildSetup setup, SingleRun runs) {
        this.setup = setup;
        this.runs = runs;
    }

    /**
     * Creates an explainer for this machine.
     *
     * @throws LabException if subjects cannot run here because this is not Linux
     */
    public static CpuExplainer open(ChildSetup setup) {
        return new CpuExplainer(setup, SingleRun.open(setup));
    }

    /**
     * Explains one subject. Blocks for twice the cell's warm-up and the duration, and some seconds.
     *
     * @param cell the load
     * @param subject the server
     * @param folder the destination of the files; must exist
     * @param duration length of each of the two windows
     * @return the causes; a part that this machine does not support says why
     * @throws LabException if the subject itself fails, or a file cannot be written
     * @throws InterruptedException if the thread is interrupted; the child processes have ended
     */
    public Causes run(Cell cell, Subject subject, Path folder, Duration duration) throws InterruptedException {
        Cell windowed = cell.during(cell.warmUp(), duration);
        Path flames = flames(folder, subject.label());
        Path stacks = folder.resolve("stacks-" + legible(subject.label()) + ".txt");
        try {
            Path scratch = Files.createTempDirectory("gearbox-explain");
            try {
                Duration patience = ANSWER.compareTo(setup.patience()) < 0 ? ANSWER : setup.patience();
                Look look = new Look(patience, scratch, stacks, flames, subject.label() + " " + cell.label());
                Count count = new Count(windowed, setup);
                List<String> options = new ArrayList<>(subject.jvmOptions());
                options.addAll(Profiler.OPTIONS);
                Subject watched =
                        new Subject(subject.label(), subject.launch(), subject.args(), options, subject.abilities());
                SingleRun.Result first = run(windowed, watched, look);
                SingleRun.Result second = run(windowed, subject, count);
                Causes causes = causes(windowed, subject, first, look, second, count);
                write(file(folder, subject.label()), causes);
                return causes;
            } finally {
                delete(scratch);
            }
        } catch (IOException refused) {
            throw new LabException("cannot explain " + subject.label() + ": " + refused.getMessage(), refused);
        }
    }

    /** Returns the file that {@link #run} writes for a subject. */
    public static Path file(Path folder, String label) {
        return folder.resolve("causes-" + legible(label) + ".json");
    }

    /** Returns the flame graph that {@link #run} writes for a subject, if a profile can be taken. */
    public static Path flames(Path folder, String label) {
        return folder.resolve("flame-" + legible(label) + ".html");
    }

    private static String legible(String label) {
        return label.replaceAll("[^A-Za-z0-9=.,+-]", "_");
    }

    /**
     * Reads a file that {@link #run} wrote.
     *
     * @throws LabException if it is not such a file
     */
    public static Causes read(Path file) {
        try {
            JsonNode tree = JSON.readTree(Files.readAllBytes(file));
            if (tree.path("format").asInt(0) != Causes.FORMAT) {
                throw new LabException(file + " is not an explanation that this version reads: format "
                        + tree.path("format") + ", known is " + Causes.FORMAT);
            }
            return JSON.treeToValue(tree, Causes.class);
        } catch (IOException | JacksonException broken) {
            throw new LabException(file + " cannot be read: " + broken.getMessage(), broken);
        }
    }

    private SingleRun.Result run(Cell cell, Subject subject, SingleRun.Observer observer) throws InterruptedException {
        try {
            return runs.run(cell, subject, observer);
        } catch (LabException failed) {
            throw new LabException("cannot explain " + subject.label() + ": " + failed.getMessage(), failed);
        }
    }

    private static Causes causes(
            Cell cell, Subject subject, SingleRun.Result first, Look look, SingleRun.Result second, Count count) {
        double rate = first.report().answeredPerSecond();
        Slice.ResourceUse cost = first.slice().cost();
        List<String> notes = new ArrayList<>(first.notes());
        notes.addAll(look.notes);
        Map<String, Double> calls = count.result instanceof SystemCalls.Counted some
                ? some.perRequest(second.report().answered())
                : Map.of();
        return new Causes(
                Causes.FORMAT,
                subject.label(),
                cell.label(),
                rate,
                cost.userMicros() / rate,
                cost.systemMicros() / rate,
                first.counts(),
                look.events,
                look.profile,
                count.result,
                calls,
                notes);
    }

    /** Runs the first window. Unavailable parts are noted and do not end the run. */
    private static final class Look implements SingleRun.Observer {
        private final Duration patience;
        private final Path scratch;
        private final Path stacks;
        private final Path flames;
        private final String title;
        private final List<String> notes = new ArrayList<>();
        private Profile profile = new Profile.Unavailable("the window never opened");
        private @Nullable JvmEvents events;
        private @Nullable Profiler profiler;
        private boolean recording;
        private Instant from = Instant.MAX;

        Look(Duration patience, Path scratch, Path stacks, Path flames, String title) {
            this.patience = patience;
            this.scratch = scratch;
            this.stacks = stacks;
            this.flames = flames;
            this.title = title;
        }

        @Override
        public void ready(SubjectProcess subject) throws InterruptedException, ChildException {
            try {
                profiler = Profiler.attach(subject, scratch);
            } catch (IOException impossible) {
                profile = new Profile.Unavailable(String.valueOf(impossible.getMessage()));
            }
            recording = subject.ask("record " + scratch.resolve("events.jfr"), patience) != null;
            if (!recording) {
                notes.add("the subject has no console: the events of its flight recorder are unknown");
            }
        }

        @Override
        public void opened(SubjectProcess subject) {
            from = Instant.now();
            if (profiler != null) {
                try {
                    profiler.start();
                } catch (IOException refused) {
                    profile = new Profile.Unavailable(String.valueOf(refused.getMessage()));
                    profiler = null;
                }
            }
        }

        @Override
        public void closed(SubjectProcess subject) throws IOException, InterruptedException, ChildException {
            Instant to = Instant.now();
            if (profiler != null) {
                try {
                    profile = taken(profiler);
                } catch (IOException failed) {
                    profile = new Profile.Unavailable(String.valueOf(failed.getMessage()));
                }
            }
            if (recording) {
                if (subject.ask("recorded", patience) == null) {
                    notes.add("the subject did not write its flight recording");
                } else {
                    events = JvmEvents.read(scratch.resolve("events.jfr"), from, to);
                }
            }
        }

        private Profile taken(Profiler running) throws IOException {
            try (running) {
                running.stop(stacks, flames, title);
            }
            Map<String, Long> samples = Categories.ours().sort(Files.readAllLines(stacks));
            long sum = samples.values().stream().mapToLong(Long::longValue).sum();
            return new Profile.Taken(Profiler.EVENT, sum, samples, String.valueOf(flames.getFileName()));
        }
    }

    /** Runs the second window. Attaches before there are connections, so that later threads inherit the counters. */
    private static final class Count implements SingleRun.Observer {
        private final Duration bound;
        private SystemCalls.Result result = new SystemCalls.Unavailable("the window never opened");
        private @Nullable PerfStat perf;

        Count(Cell cell, ChildSetup setup) {
            bound = cell.warmUp()
                    .plus(cell.measure())
                    .plus(cell.timeout())
                    .plus(setup.patience().multipliedBy(4));
        }

        @Override
        public void ready(SubjectProcess subject) throws InterruptedException {
            try {
                perf = PerfStat.attach(subject.pids(), bound, true);
            } catch (IOException impossible) {
                result = new SystemCalls.Unavailable(String.valueOf(impossible.getMessage()));
            }
        }

        @Override
        public void opened(SubjectProcess subject) throws InterruptedException {
            if (perf != null) {
                try {
                    perf.start();
                } catch (IOException failed) {
                    result = new SystemCalls.Unavailable(String.valueOf(failed.getMessage()));
                }
            }
        }

        @Override
        public void closed(SubjectProcess subject) throws InterruptedException {
            if (perf != null) {
                try {
                    result = perf.stop();
                } catch (IOException failed) {
                    result = new SystemCalls.Unavailable(String.valueOf(failed.getMessage()));
                }
            }
        }

        @Override
        public void over() throws IOException {
            if (perf != null) {
                perf.close();
            }
        }
    }

    private static void write(Path file, Causes causes) throws IOException {
        Path unfinished = file.resolveSibling("." + file.getFileName() + ".unfinished");
        Files.write(unfinished, JSON.writeValueAsBytes(causes));
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
