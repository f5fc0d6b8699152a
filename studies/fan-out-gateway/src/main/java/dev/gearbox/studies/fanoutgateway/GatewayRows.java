package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.services.IdealGatewayMain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of the study's tables: a label and how its gateway is started. The lab adds the address of the services. */
final class GatewayRows {
    /** The protocol that all gateways speak: {@code GET /users/{id}/overview}. */
    static final String PROTOCOL = "overview";

    private static final String SERVICES = "dev.gearbox.studies.fanoutgateway.services";
    private static final String SUBJECTS = "dev.gearbox.studies.fanoutgateway.subjects";
    private static final String ACTORS = "dev.gearbox.studies.fanoutgateway.actors";
    private static final String COROUTINES = "dev.gearbox.studies.fanoutgateway.coroutines";
    private static final String STRUCTURED = "dev.gearbox.studies.fanoutgateway.structured";

    private static final Map<String, Subject> ROWS = new LinkedHashMap<>();

    static {
        add("ideal", new JvmLaunch.InModule(SERVICES, IdealGatewayMain.class.getName()), List.of(), List.of());
        GatewayMain.styles().forEach(style -> add(style, SUBJECTS, GatewayMain.class.getName(), List.of()));
        // Pekko uses what JDK 25 warns of.
        List.of("actors", "actors-async")
                .forEach(style ->
                        add(style, ACTORS, ACTORS + ".ActorsMain", List.of("--sun-misc-unsafe-memory-access=allow")));
        add("coroutines", COROUTINES, COROUTINES + ".CoroutinesMain", List.of());
        // The names of its classes are written out: they cannot be loaded without that option.
        add("structured", STRUCTURED, STRUCTURED + ".StructuredMain", List.of("--enable-preview"));
    }

    private GatewayRows() {}

    private static void add(String style, String module, String mainClass, List<String> jvmOptions) {
        add(style, new JvmLaunch.InModule(module, mainClass), List.of("--style", style), jvmOptions);
    }

    private static void add(String label, JvmLaunch launch, List<String> arguments, List<String> jvmOptions) {
        ROWS.put(label, new Subject(label, launch, arguments, jvmOptions, Set.of(PROTOCOL)));
    }

    /** Returns all rows, in the order of the tables. */
    static List<Subject> all() {
        return List.copyOf(ROWS.values());
    }

    /**
     * Returns a row.
     *
     * @throws BadSpecException if there is none of that name; names all
     */
    static Subject of(String label) {
        Subject row = ROWS.get(label);
        if (row == null) {
            throw new BadSpecException("no gateway \"" + label + "\". Known: " + String.join(", ", ROWS.keySet()));
        }
        return row;
    }
}
