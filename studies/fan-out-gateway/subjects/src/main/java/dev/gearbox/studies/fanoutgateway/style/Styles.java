package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** The known styles by name. Each works with one of the two kinds of client. */
public final class Styles {
    private static final Map<String, BiFunction<BlockingClient, Limits, Style>> BLOCKING = new TreeMap<>(Map.of(
            "sequential",
            (client, _) -> new SequentialStyle("sequential", BlockingStyle.RequestThreads.POOLED, client),
            "sequential-virtual",
            (client, _) -> new SequentialStyle("sequential-virtual", BlockingStyle.RequestThreads.VIRTUAL, client),
            "executor",
            ExecutorStyle::new,
            "completable-future",
            WaitingFutureStyle::new,
            "virtual-threads",
            (client, _) -> new VirtualThreadsStyle(client)));

    private static final Map<String, BiFunction<AsyncClient, Limits, Style>> ASYNC =
            new TreeMap<>(Map.of("completable-future-async", AsyncFutureStyle::new));

    private Styles() {}

    /** Returns all names, sorted. */
    public static Set<String> names() {
        Set<String> names = new TreeSet<>(BLOCKING.keySet());
        names.addAll(ASYNC.keySet());
        return names;
    }

    /**
     * Returns whether that style blocks the request's thread, and so takes a blocking client.
     *
     * @throws IllegalArgumentException if there is no such style; names all
     */
    public static boolean blocks(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no style \"" + name + "\". Known: " + String.join(", ", names()));
        }
        return BLOCKING.containsKey(name);
    }

    /**
     * Creates a blocking style.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Style blocking(String name, BlockingClient client, Limits limits) {
        return of(BLOCKING, name).apply(client, limits);
    }

    /**
     * Creates a style with asynchronous reply.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Style async(String name, AsyncClient client, Limits limits) {
        return of(ASYNC, name).apply(client, limits);
    }

    private static <F> F of(Map<String, F> styles, String name) {
        F style = styles.get(name);
        if (style == null) {
            throw new IllegalArgumentException("no style \"" + name + "\" for this kind of client");
        }
        return style;
    }
}
