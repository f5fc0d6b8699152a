package dev.gearbox.http.client;

import static java.util.Objects.requireNonNull;

import dev.gearbox.http.message.StatusCounters;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the outcomes of a client's exchanges. Thread-safe. */
final class ClientCounters {
    private final StatusCounters statuses = new StatusCounters();
    private final Map<HttpFailure.Kind, LongAdder> failures = new EnumMap<>(HttpFailure.Kind.class);

    ClientCounters() {
        for (HttpFailure.Kind kind : HttpFailure.Kind.values()) {
            failures.put(kind, new LongAdder());
        }
    }

    void received(int status) {
        statuses.count(status);
    }

    void failed(HttpFailure.Kind kind) {
        requireNonNull(failures.get(kind)).increment();
    }

    HttpClientStats stats() {
        Map<HttpFailure.Kind, Long> counts = new EnumMap<>(HttpFailure.Kind.class);
        failures.forEach((kind, count) -> counts.put(kind, count.sum()));
        return new HttpClientStats(statuses.stats(), counts);
    }
}
