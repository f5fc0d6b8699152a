package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.fanoutgateway.published.PublishedMain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows as published, in the order of the literature's table: the rows of the workload {@link #WORKLOAD}. They have the pools of the article and no
 * others, so that they take part in no workload that sets sizes of a gateway.
 */
final class PublishedRows {
    /** The workload of the literature's method. */
    static final String WORKLOAD = "published-users";

    private static final Set<String> ABILITIES = Set.of(GatewayRows.PROTOCOL);

    private static final Map<String, Subject> ROWS = new LinkedHashMap<>();

    static {
        List.of(
                        "published-sequential",
                        "published-executor",
                        "published-executor-24",
                        "published-completable-future",
                        "published-completable-future-async",
                        "published-rxjava-blocking",
                        "published-rxjava",
                        "published-disruptor",
                        "published-disruptor-async")
                .forEach(style -> add(style, GatewayRows.SUBJECTS, PublishedMain.class.getName(), List.of()));
        List.of("published-actors", "published-actors-async")
                .forEach(style -> add(
                        style,
                        GatewayRows.ACTORS,
                        GatewayRows.ACTORS + ".published.PublishedActorsMain",
                        GatewayRows.PEKKO_OPTIONS));
    }

    private PublishedRows() {}

    private static void add(String style, String module, String mainClass, List<String> jvmOptions) {
        ROWS.put(
                style,
                new Subject(
                        style,
                        new JvmLaunch.InModule(module, mainClass),
                        List.of("--style", style),
                        jvmOptions,
                        ABILITIES));
    }

    /** Returns the rows by name. */
    static Map<String, Subject> all() {
        return new LinkedHashMap<>(ROWS);
    }
}
