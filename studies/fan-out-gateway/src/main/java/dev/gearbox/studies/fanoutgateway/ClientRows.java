package dev.gearbox.studies.fanoutgateway;

import java.util.List;

/**
 * The cells of style × client: two styles that block and two that do not, each with the client that it usually has and with the other one. So a difference
 * between styles with the same client has no other cause than the style.
 */
final class ClientRows {
    /** The workload whose rows these are. */
    static final String WORKLOAD = "clients";

    private static final List<String> CELLS = List.of(
            "virtual-threads",
            "virtual-threads?client=gearbox",
            "executor",
            "executor?client=gearbox",
            "completable-future-async?client=jdk",
            "completable-future-async",
            "reactor?client=jdk",
            "reactor");

    private ClientRows() {}

    /** Returns the labels of the workload, in the order of its table. */
    static List<String> labels() {
        return CELLS;
    }

    /** Returns those with a client that the style does not usually have. */
    static List<String> unusual() {
        return CELLS.stream()
                .filter(label -> !GatewayLabel.parse(label).isPlain())
                .toList();
    }
}
