package dev.gearbox.studies.pageindexer;

import java.util.stream.Stream;

/** Every client that tests run over, with threads enough for 200 pages at once. */
final class AllClients {
    private AllClients() {}

    static Stream<String> specs() {
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
        return PageClients.open(spec, limits);
    }
}
