package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.Spec;
import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.services.IdealGatewayMain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rows of the study's tables: a label and how its gateway is started. The lab adds the address of the services. */
final class GatewayRows {
    /** The protocol that all gateways speak: {@code GET /users/{id}/overview}. */
    static final String PROTOCOL = "overview";

    /** The workload of users whose records are in the archive beside others. */
    private static final String TWO_USERS = "two-users";

    /**
     * The protocol, and the options that workloads set: the size of each pool of platform threads, the connections to the services, calls other than the
     * four, and the user whose records are in the archive.
     */
    private static final Set<String> ABILITIES = Set.of(PROTOCOL, "threads", "connections", "shape", "archived");

    /** It asks the same services for every user. */
    private static final Set<String> ABILITIES_OF_IDEAL = Set.of(PROTOCOL, "threads", "connections", "shape");

    private static final String IDEAL = "ideal";

    private static final String SERVICES = "dev.gearbox.studies.fanoutgateway.services";
    static final String SUBJECTS = "dev.gearbox.studies.fanoutgateway.subjects";
    static final String ACTORS = "dev.gearbox.studies.fanoutgateway.actors";
    private static final String COROUTINES = "dev.gearbox.studies.fanoutgateway.coroutines";
    private static final String STRUCTURED = "dev.gearbox.studies.fanoutgateway.structured";

    /** Pekko uses what JDK 25 warns of. */
    static final List<String> PEKKO_OPTIONS = List.of("--sun-misc-unsafe-memory-access=allow");

    private static final Map<String, Subject> ROWS = new LinkedHashMap<>();

    static {
        JvmLaunch ideal = new JvmLaunch.InModule(SERVICES, IdealGatewayMain.class.getName());
        ROWS.put(IDEAL, new Subject(IDEAL, ideal, List.of(), List.of(), ABILITIES_OF_IDEAL));
        GatewayMain.styles().forEach(style -> add(style, SUBJECTS, GatewayMain.class.getName(), List.of()));
        List.of("actors", "actors-async").forEach(style -> add(style, ACTORS, ACTORS + ".ActorsMain", PEKKO_OPTIONS));
        add("coroutines", COROUTINES, COROUTINES + ".CoroutinesMain", List.of());
        // The names of its classes are written out: they cannot be loaded without that option.
        add("structured", STRUCTURED, STRUCTURED + ".StructuredMain", List.of("--enable-preview"));
    }

    private GatewayRows() {}

    private static void add(String style, String module, String mainClass, List<String> jvmOptions) {
        JvmLaunch launch = new JvmLaunch.InModule(module, mainClass);
        ROWS.put(style, new Subject(style, launch, List.of("--style", style), jvmOptions, ABILITIES));
    }

    /**
     * Returns a row; under a load a gateway, with its floor and capacity in that cell.
     *
     * @throws BadSpecException if there is none of that name for the condition; names all
     */
    static Subject in(Condition condition, String label) {
        if (condition instanceof JobCell job) {
            return JobRows.in(job.workload(), label);
        }
        if (ChatRows.WORKLOADS.contains(condition.workload())) {
            return named("row", ChatRows.all(), label);
        }
        Subject row = gateway(label);
        return condition instanceof Cell cell
                ? bound(cell, GatewayLabel.parse(label).style())
                        .map(row::bounded)
                        .orElse(row)
                : row;
    }

    /** A server that is not ours adds no bound: a request that waits holds at most a connection of it, and there are far fewer places in the gateway. */
    private static Optional<ArmBound> bound(Cell cell, String style) {
        return ROWS.containsKey(style) ? GatewayBounds.of(cell, style) : PublishedBounds.of(cell, style);
    }

    /** Returns the names of the rows that a condition compares, in the order of the tables. */
    static List<String> labels(Condition condition) {
        if (condition instanceof JobCell job) {
            return JobRows.labels(job.workload());
        }
        if (ChatRows.WORKLOADS.contains(condition.workload())) {
            return List.copyOf(ChatRows.all().keySet());
        }
        return switch (condition.workload()) {
            case PublishedRows.WORKLOAD -> List.copyOf(PublishedRows.all().keySet());
            case ServerRows.WORKLOAD -> ServerRows.labels();
            case ClientRows.WORKLOAD -> ClientRows.labels();
            case PoolSizes.WORKLOAD -> PoolSizes.ROWS;
            case TWO_USERS ->
                gateways().stream().filter(label -> !label.equals(IDEAL)).toList();
            default -> gateways();
        };
    }

    /** Returns the names of the gateways, without those as published. */
    static List<String> gateways() {
        return List.copyOf(ROWS.keySet());
    }

    /**
     * Returns a row, of whatever condition.
     *
     * @throws BadSpecException if there is none of that name; names all gateways, and those as published
     */
    static Subject of(String label) {
        return JobRows.named(label)
                .or(() -> Optional.ofNullable(ChatRows.all().get(label)))
                .orElseGet(() -> gateway(label));
    }

    private static Subject gateway(String label) {
        Map<String, Subject> all = new LinkedHashMap<>(ROWS);
        all.putAll(PublishedRows.all());
        Subject style = named("gateway", all, Spec.parse("row", label).name());
        GatewayLabel parsed = GatewayLabel.parse(label);
        return parsed.isPlain()
                ? style
                : new Subject(
                        label, ServerRows.launch(parsed, style.launch()), parsed.arguments(), List.of(), ABILITIES);
    }

    /** @throws BadSpecException if there is none of that name; names all */
    static Subject named(String kind, Map<String, Subject> rows, String label) {
        Subject row = rows.get(label);
        if (row == null) {
            throw new BadSpecException("no " + kind + " \"" + label + "\". Known: " + String.join(", ", rows.keySet()));
        }
        return row;
    }
}
