package dev.gearbox.lab.child;

import dev.gearbox.evidence.Placement;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.ExecutableFinder;
import dev.gearbox.lab.probe.ProcFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processors that the children of a run may use: a {@link Placement} in terms of {@code taskset}. By default the server has one core and the generator
 * another, so that the load never competes with what it measures. Every result states it, because "one-core server" is part of what was measured.
 *
 * @param server the processors of the subject; empty: wherever the kernel puts it
 * @param generator the processors of the generator; empty: wherever the kernel puts it
 * @param origin the processors of what servers call and jobs fetch from; empty: wherever the kernel puts it
 */
public record Pinning(List<Integer> server, List<Integer> generator, List<Integer> origin) {
    /** No process is pinned. */
    public static final Pinning NONE = new Pinning(List.of(), List.of());

    private static final String ALLOWED = "Cpus_allowed_list";
    private static final int ATTEMPTS = 20;

    /** Copies the lists. */
    public Pinning {
        server = List.copyOf(server);
        generator = List.copyOf(generator);
        origin = List.copyOf(origin);
    }

    /** With the origin on the processors of the generator. */
    public Pinning(List<Integer> server, List<Integer> generator) {
        this(server, generator, generator);
    }

    static Pinning of(Placement placement) {
        return new Pinning(
                placement.subject().cores(),
                placement.load().cores(),
                placement.origin().cores());
    }

    /** Returns the placement for a result; empty for the default one, which results do not name, so that earlier ones stay valid. */
    public Optional<Placement> placement() {
        return server.isEmpty() || generator.isEmpty() || origin.isEmpty() || equals(detect())
                ? Optional.empty()
                : Optional.of(all());
    }

    /** Returns it as a placement; only if all have processors. */
    Placement all() {
        return new Placement(new Placement.Site(server), new Placement.Site(generator), new Placement.Site(origin));
    }

    /** Returns whether the server may run on a processor of the generator or of the origin. */
    public boolean contended() {
        return server.isEmpty()
                || Stream.concat(generator.stream(), origin.stream()).anyMatch(server::contains);
    }

    /** Returns all processors that children may use; empty: all of this process. */
    public List<Integer> cores() {
        return server.isEmpty() || generator.isEmpty() || origin.isEmpty() ? List.of() : all().cores();
    }

    /** Returns the processors on which another program disturbs a subject that works alone: its own, and the other hardware threads of their cores; empty: all of this process. */
    public List<Integer> coresOfSubject() {
        return CpuTopology.MACHINE.withSiblings(server);
    }

    /**
     * Returns the first allowed processor for the server and the second for the generator; {@link #NONE} if there is only one or {@code taskset} is not
     * installed.
     */
    public static Pinning detect() {
        List<Integer> allowed = allowed();
        if (allowed.size() < 2 || taskset().isEmpty()) {
            return NONE;
        }
        return new Pinning(List.of(allowed.get(0)), List.of(allowed.get(1)));
    }

    /** Returns a text such as "server on core 0, load on core 1", or "nothing pinned". */
    public String caption() {
        if (server.isEmpty() && generator.isEmpty()) {
            return Placement.UNPINNED;
        }
        return server.isEmpty() || generator.isEmpty()
                ? "server on " + cores(server) + ", load on " + cores(generator)
                : all().caption();
    }

    /**
     * Moves a running process with all its current threads; later threads inherit the affinity.
     *
     * @param cpus empty: no change
     * @throws IOException if the process has exited
     */
    static void move(long pid, List<Integer> cpus) throws IOException, InterruptedException {
        if (cpus.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(prefix(cpus));
        command.addAll(1, List.of("-a", "-p"));
        command.add(Long.toString(pid));
        // Repeat if a thread was started by another that had not been moved yet; the tool fails if a thread ends
        // meanwhile.
        for (int attempt = 0; !isOn(pid, cpus); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new LabException("taskset did not move process " + pid + " to processors " + cpus
                        + ", or another program moves its threads");
            }
            Process moving = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            moving.getOutputStream().close();
            moving.waitFor();
        }
    }

    private static boolean isOn(long pid, List<Integer> cpus) throws IOException {
        for (Path thread : threads(pid)) {
            try {
                if (!parse(ProcFiles.field(thread.resolve("status"), ALLOWED)).equals(cpus)) {
                    return false;
                }
            } catch (IOException ended) {
                if (Files.exists(thread)) {
                    throw ended;
                }
            }
        }
        return true;
    }

    private static List<Path> threads(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.toList();
        }
    }

    /** Returns the prefix of {@code java} on the command line; {@code taskset} executes the JVM, so the pid is that of the JVM. */
    static List<String> prefix(List<Integer> cpus) {
        if (cpus.isEmpty()) {
            return List.of();
        }
        Path taskset = taskset()
                .orElseThrow(() -> new LabException("pinning needs taskset (package util-linux); or run without"));
        return List.of(
                taskset.toString(),
                "-c",
                String.join(",", cpus.stream().map(String::valueOf).toList()));
    }

    private static String cores(List<Integer> cpus) {
        if (cpus.isEmpty()) {
            return "any core";
        }
        return (cpus.size() == 1 ? "core " : "cores ")
                + String.join(",", cpus.stream().map(String::valueOf).toList());
    }

    static Optional<Path> taskset() {
        return ExecutableFinder.program("taskset");
    }

    /** Returns the processors that this process may use; empty if unknown. */
    static List<Integer> allowed() {
        try {
            return parse(ProcFiles.field(Path.of("/proc/self/status"), ALLOWED));
        } catch (IOException notLinux) {
            return List.of();
        }
    }

    /** Parses a kernel list of processors, such as {@code 0-3,6}. */
    static List<Integer> parse(String list) {
        List<Integer> cpus = new ArrayList<>();
        for (String range : list.strip().split(",", -1)) {
            String[] ends = range.split("-", -1);
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
