package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
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

    /** The protocol, and the options that workloads set: the size of each pool of platform threads, and the connections to the services. */
    private static final Set<String> ABILITIES = Set.of(PROTOCOL, "threads", "connections");

    private static final String SERVICES = "dev.gearbox.studies.fanoutgateway.services";
    private static final String GATEWAYS = "dev.gearbox.studies.fanoutgateway.subjects";

    private static final Map<String, Subject> ROWS = new LinkedHashMap<>();

    static {
        add("ideal", new JvmLaunch.InModule(SERVICES, IdealGatewayMain.class.getName()), List.of());
        for (String style : GatewayMain.styles()) {
            add(style, new JvmLaunch.InModule(GATEWAYS, GatewayMain.class.getName()), List.of("--style", style));
        }
    }

    private GatewayRows() {}

    private static void add(String label, JvmLaunch launch, List<String> arguments) {
        ROWS.put(label, new Subject(label, launch, arguments, List.of(), ABILITIES));
    }

    /** Returns a row with its floor and capacity in that cell, if it is a load. */
    static Subject in(Condition condition, String label) {
        Subject row = of(label);
        return condition instanceof Cell cell
                ? GatewayBounds.of(cell, label).map(row::bounded).orElse(row)
                : row;
    }

    /** Returns the names of all rows, in the order of the tables. */
    static List<String> labels() {
        return List.copyOf(ROWS.keySet());
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
