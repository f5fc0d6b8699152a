package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The floor and the capacity of a row as published, by arithmetic, as {@link GatewayBounds} computes those of the others: each has a fixed number of threads
 * for calls, and some have threads that only one service holds.
 *
 * <pre>
 *   executor, futures, RxJava with blocking calls    16 (24) threads, for all four calls
 *   Disruptor                                        3 handlers for posts, 1 for comments, 3 for albums, 2 for photos
 *   actors                                           8 workers in rotation, and 4 calls: each service always meets the same 2
 *   actors with parallel consumers                   6 workers in rotation: posts and albums share 3 of them
 * </pre>
 */
final class PublishedBounds {
    /** The threads of requests of their server; only rows that wait hold them. */
    private static final int REQUESTS = 200;

    /** Threads that make calls. */
    private record Callers(String what, int threads, List<String> services) {}

    private record Row(boolean inTurn, boolean waits, List<Callers> callers) {}

    private static final List<Callers> HANDLERS = List.of(
            new Callers("handlers of posts", 3, List.of("posts")),
            new Callers("handler of comments", 1, List.of("comments")),
            new Callers("handlers of albums", 3, List.of("albums")),
            new Callers("handlers of photos", 2, List.of("photos")));

    private static final List<Callers> EIGHT_IN_ROTATION = Joins.SERVICES.stream()
            .map(service -> new Callers("workers that " + service + " reach", 2, List.of(service)))
            .toList();

    private static final List<Callers> SIX_IN_ROTATION = List.of(
            new Callers("workers that posts and albums reach", 3, List.of("posts", "albums")),
            new Callers("workers that comments and photos reach", 3, List.of("comments", "photos")));

    private static final Map<String, Row> ROWS = Map.ofEntries(
            Map.entry("published-sequential", new Row(true, true, List.of())),
            Map.entry("published-executor", new Row(false, true, pool(16))),
            Map.entry("published-executor-24", new Row(false, true, pool(24))),
            Map.entry("published-completable-future", new Row(false, true, pool(16))),
            Map.entry("published-completable-future-async", new Row(false, false, pool(16))),
            Map.entry("published-rxjava-blocking", new Row(false, false, pool(16))),
            Map.entry("published-rxjava", new Row(false, false, List.of())),
            Map.entry("published-disruptor", new Row(true, true, HANDLERS)),
            Map.entry("published-disruptor-async", new Row(true, false, HANDLERS)),
            Map.entry("published-actors", new Row(false, true, EIGHT_IN_ROTATION)),
            Map.entry("published-actors-async", new Row(false, false, SIX_IN_ROTATION)));

    private PublishedBounds() {}

    private static List<Callers> pool(int threads) {
        return List.of(new Callers("threads of calls", threads, Joins.SERVICES));
    }

    /** Returns the bound of a row in a cell; empty if its services do not wait, or the row is not one of these. */
    static Optional<ArmBound> of(Cell cell, String label) {
        Row row = ROWS.get(label);
        MeanWaits waits = MeanWaits.of(cell);
        if (row == null || !(waits.together() > 0)) {
            return Optional.empty();
        }
        double floor = row.inTurn ? waits.together() : waits.chain();
        Stream<HeldPool> callers = row.callers.stream()
                .map(some -> new HeldPool(some.what, some.threads, MeanWaits.of(cell, some.services)));
        Stream<HeldPool> requests =
                row.waits ? Stream.of(new HeldPool("threads of requests", REQUESTS, floor)) : Stream.empty();
        return Optional.of(HeldPool.bound(
                cell,
                floor,
                row.inTurn ? "the services' mean waits together" : "the slowest service's mean wait",
                Stream.concat(callers, requests).toList()));
    }
}
