package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.lab.workload.JvmLaunch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The cells of style × server: {@code virtual-threads?server=helidon} is the style {@code virtual-threads} before which another server than ours listens.
 * Without a server it is the row of all other workloads, on Gearbox' own HTTP on {@code epoll}.
 */
final class ServerRows {
    /** The workload whose rows these are. */
    static final String WORKLOAD = "servers";

    /** The server that a label need not name. */
    static final String OURS = "epoll";

    private static final String PACKAGE = "dev.gearbox.studies.fanoutgateway.";

    /** The folder of the servers' jars beside those of the program: only their own JVMs have them on the module path. */
    private static final String FOLDER = "servers";

    /** The main classes, by server. Their names are written out: this module does not require theirs. */
    private static final Map<String, JvmLaunch> SERVERS = new LinkedHashMap<>();

    static {
        add("tomcat", "tomcat", "TomcatMain");
        add("helidon", "helidon", "HelidonMain");
        add("vertx", "vertx", "VertxMain");
        add("reactor-netty", "reactornetty", "ReactorNettyMain");
        add("jersey", "jersey", "JerseyMain");
    }

    /** The main rows: one style that blocks and one that does not, each on several servers; then each style on the server that it is at home on. */
    private static final List<String> CELLS = List.of(
            "virtual-threads",
            "virtual-threads?server=helidon",
            "virtual-threads?server=tomcat",
            "completable-future-async",
            "completable-future-async?server=tomcat",
            "completable-future-async?server=jersey",
            "completable-future-async?server=vertx",
            "completable-future-async?server=reactor-netty",
            "reactor?server=reactor-netty",
            "mutiny?server=vertx",
            "executor?server=tomcat");

    private ServerRows() {}

    private static void add(String server, String module, String mainClass) {
        String name = PACKAGE + module;
        SERVERS.put(server, new JvmLaunch.InFolder(FOLDER, name, name + "." + mainClass));
    }

    /** Returns the labels of the workload, in the order of its table. */
    static List<String> labels() {
        return CELLS;
    }

    /** Returns those on servers that are not ours. */
    static List<String> foreign() {
        return CELLS.stream()
                .filter(label -> !GatewayLabel.parse(label).isPlain())
                .toList();
    }

    /** Returns the names of all servers, ours first. */
    static List<String> servers() {
        List<String> names = new ArrayList<>(List.of(OURS));
        names.addAll(SERVERS.keySet());
        return names;
    }

    /** Returns how to start the gateway of a label. */
    static JvmLaunch launch(GatewayLabel label, JvmLaunch ofStyle) {
        return label.server()
                .map(server -> Objects.requireNonNull(SERVERS.get(server)))
                .orElse(ofStyle);
    }
}
