package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.echoserver.EchoServer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The subjects that take part by default: every engine, in several variants where parameters matter, and the references: echo
 * servers written by hand without the abstraction.
 */
public final class DefaultSubjects {
    /** A placeholder for the number of connections: a pool in which no connection waits. */
    private static final String CONNECTIONS = "CONNECTIONS";

    private static final int SMALL_POOL_THREADS = 5;

    private static final String SMALL_POOL = "pool?threads=" + SMALL_POOL_THREADS;

    /** A model that is not listed here takes part with its default parameters. */
    private static final Map<String, List<String>> VARIANTS = Map.of(
            "pool", List.of("pool?threads=" + CONNECTIONS, SMALL_POOL),
            "selector-pool", List.of("selector-pool?threads=2"),
            "reactors", List.of("reactors?threads=2", "reactors?per=1000"),
            "async", List.of("async?threads=2", "async?threads=2&style=future"),
            // Made for connections that are quiet or block, which few workloads have: those name these engines.
            "parking", List.of(),
            "evicting", List.of());

    /** One of each kind: a run of a whole study measures only these, in less than an hour. */
    static final List<String> FEW =
            List.of("selector", "reactors?threads=2", "selector-pool?threads=2", "virtual", "threads");

    private static final String REFERENCE = "ref-";

    /** The references that show the cost of the abstraction. */
    private static final List<ReferenceServer> REFERENCES = List.of(
            new ReferenceServer("selector", "ref-selector", "dev.gearbox.bench.RefSelector", List.of()),
            new ReferenceServer("threads", "ref-threads", "dev.gearbox.bench.RefThreads", List.of()),
            new ReferenceServer("virtual", "ref-virtual", "dev.gearbox.bench.RefThreads", List.of("virtual")),
            new ReferenceServer("netty-nio", "ref-netty-nio", "dev.gearbox.bench.RefNetty", List.of("nio")),
            new ReferenceServer("netty-epoll", "ref-netty-epoll", "dev.gearbox.bench.RefNetty", List.of("epoll")),
            new ReferenceServer("netty-uring", "ref-netty-uring", "dev.gearbox.bench.RefNetty", List.of("uring")),
            new ReferenceServer("mina", "ref-mina", "dev.gearbox.bench.RefMina", List.of()));

    private DefaultSubjects() {}

    /**
     * An echo server written by hand.
     *
     * @param engine the spec of the engine that does the same behind the abstraction
     * @param label what tables call it
     * @param mainClass the program, in the module dev.gearbox.bench
     * @param arguments its own arguments
     */
    record ReferenceServer(String engine, String label, String mainClass, List<String> arguments) {
        Subject subject() {
            return new Subject(
                    label,
                    new JvmLaunch.InModule("dev.gearbox.bench", mainClass),
                    arguments,
                    List.of(),
                    Set.of("echo"));
        }
    }

    static List<ReferenceServer> references() {
        return REFERENCES;
    }

    /** A sentence with the reason for each engine that cannot run on this machine. */
    public static List<String> absent() {
        return absent(Engines.models());
    }

    public static List<String> absent(List<IoModel> models) {
        return models.stream()
                .flatMap(model -> model.absence().stream()
                        .map(reason -> leftOut(model.card().name(), reason)))
                .toList();
    }

    /** A sentence for each of these engines that cannot run on this machine. */
    static List<String> absentOf(Collection<String> specs) {
        return specs.stream()
                .flatMap(spec -> EchoServer.absence(spec).stream().map(reason -> leftOut(spec, reason)))
                .toList();
    }

    /** A sentence with the reason why one of a pair cannot run on this machine; empty if both can. */
    static Optional<String> absentOf(LoadWorkload.ArmPair pair) {
        return Stream.of(pair.baseline(), pair.arm())
                .filter(spec -> !spec.startsWith(REFERENCE))
                .flatMap(spec -> EchoServer.absence(spec).stream().map(reason -> spec + " cannot run here: " + reason))
                .findFirst()
                .map(reason -> leftOut(pair.toString(), reason));
    }

    private static String leftOut(String name, String reason) {
        return name + " is left out: " + reason;
    }

    /** The specs of all engines that can run here, for this number of connections. */
    public static List<String> engines(int connections) {
        return engines(Engines.models(), connections);
    }

    public static List<String> engines(List<IoModel> models, int connections) {
        return engines(models, connections, DefaultSubjects::variants);
    }

    /** One spec of each model that can release and adopt live connections, with room for this number of connections. */
    public static List<String> shifting(int connections) {
        return engines(
                Engines.models().stream()
                        .filter(model -> missingForShifts(model).isEmpty())
                        .toList(),
                connections,
                name -> variants(name).subList(0, 1));
    }

    /** A sentence with the reason for each model that can run here but takes no part in shifts. */
    public static List<String> notShifting() {
        return Engines.models().stream()
                .filter(model -> model.absence().isEmpty())
                .flatMap(model -> missingForShifts(model).stream())
                .toList();
    }

    /** A sentence with the reason why connections of a model cannot be shifted; empty if they can. */
    public static Optional<String> missingForShifts(IoModel model) {
        if (model.card().isComposite()) {
            return Optional.of(leftOut(model.card().name(), "it is made of engines that take part themselves"));
        }
        Set<Capability> lacking = EnumSet.of(Capability.SERVER, Capability.SHIFT_IN, Capability.SHIFT_OUT);
        lacking.removeAll(model.card().capabilities());
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of(leftOut(
                        model.card().name(),
                        "it lacks "
                                + lacking.stream().map(OptionValues::key).collect(Collectors.joining(" and "))
                                + " (gearbox engines lists the capabilities of each)"));
    }

    /** One spec of each model that can run here, with room for any number of connections. */
    public static List<String> soaked() {
        return engines(Engines.models(), 0, name -> switch (name) {
            case "pool" -> List.of("pool?elastic=true");
            case "parking", "evicting" -> List.of(name);
            default -> variants(name).subList(0, 1);
        });
    }

    private static List<String> variants(String name) {
        return VARIANTS.getOrDefault(name, List.of(name));
    }

    private static List<String> engines(List<IoModel> models, int connections, Function<String, List<String>> specsOf) {
        return models.stream()
                .filter(model -> model.absence().isEmpty())
                .flatMap(model -> specsOf.apply(model.card().name()).stream())
                .map(spec -> spec.replace(CONNECTIONS, Integer.toString(connections)))
                .distinct()
                .toList();
    }

    /** The members of {@link #FEW} that can run here. */
    static List<String> few() {
        return present(FEW);
    }

    /** Returns those of the specs that can run here. */
    static List<String> present(List<String> specs) {
        return specs.stream().filter(spec -> EchoServer.absence(spec).isEmpty()).toList();
    }

    /** The subjects for a cell: {@code specs}, or all engines and references where none are given. */
    static List<Subject> subjects(Cell cell, List<String> specs, Optional<String> offload) {
        List<Subject> subjects = new ArrayList<>();
        if (specs.isEmpty() && offload.isEmpty()) {
            REFERENCES.stream()
                    .filter(reference -> EchoServer.absence(reference.engine()).isEmpty())
                    .map(ReferenceServer::subject)
                    .filter(reference -> reference.lacks(cell.requires()).isEmpty())
                    .forEach(subjects::add);
        }
        (specs.isEmpty() ? engines(cell.connections()) : specs)
                .forEach(spec -> subjects.add(
                        spec.startsWith(REFERENCE) ? reference(spec).subject() : EchoServer.subject(spec, offload)));
        return subjects;
    }

    /**
     * The subjects of an experiment: {@code specs}, or if none are given all engines and {@code also}, which are made for
     * the workload. References take part only if named, and so does a pool in which connections would wait forever.
     */
    static List<Subject> compared(Cell cell, List<String> specs, List<String> also, Optional<String> offload) {
        List<String> taking = specs.isEmpty()
                ? Stream.concat(engines(cell.connections()).stream(), also.stream())
                        .filter(spec -> !spec.equals(SMALL_POOL) || cell.connections() <= SMALL_POOL_THREADS)
                        .toList()
                : specs;
        return subjects(cell, taking, offload);
    }

    private static ReferenceServer reference(String label) {
        return REFERENCES.stream()
                .filter(known -> known.label().equals(label))
                .findFirst()
                .orElseThrow(() -> OptionValues.unknown(
                        "reference",
                        label,
                        REFERENCES.stream().map(ReferenceServer::label).toList()));
    }
}
