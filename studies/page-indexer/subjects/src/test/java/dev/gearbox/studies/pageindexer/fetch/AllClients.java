package dev.gearbox.studies.pageindexer.fetch;

import dev.gearbox.core.Engines;
import dev.gearbox.studies.pageindexer.client.PageClients;
import java.util.List;
import java.util.stream.Stream;

/** The clients of parameterized tests, with enough threads for 200 pages at once; an engine is {@code engine:} and its name. */
public final class AllClients {
    private static final String ENGINE = "engine:";

    private static final List<String> ENGINES = List.of(
            "threads",
            "pool?threads=200",
            "selector",
            "selector-pool?threads=2",
            "reactors?threads=2",
            "reactors?per=1000",
            "async?threads=2",
            "async?style=future&threads=2",
            "virtual",
            "epoll",
            "uring",
            "netty-nio",
            "netty-epoll",
            "auto");

    private AllClients() {}

    /** Returns those that run on this machine, or the one selected by {@code -Dengine}. */
    static Stream<String> specs() {
        String only = System.getProperty("gearbox.engine", "");
        if (!only.isEmpty()) {
            return Stream.of(ENGINE + only);
        }
        return Stream.concat(
                others(),
                ENGINES.stream().filter(spec -> Engines.absence(spec).isEmpty()).map(ENGINE::concat));
    }

    public static Stream<String> others() {
        return Stream.of(
                "jdk",
                "jdk?executor=virtual",
                "apache?threads=200",
                "apache-async",
                "okhttp",
                "okhttp?executor=virtual",
                "reactor-netty",
                "jetty");
    }

    static PageClient open(String spec, FetchLimits limits) {
        return spec.startsWith(ENGINE)
                ? PageClients.overEngine(spec.substring(ENGINE.length()), limits)
                : PageClients.open(spec, limits);
    }
}
