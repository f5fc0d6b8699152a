package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import java.util.List;
import java.util.stream.Stream;

/**
 * The subject's JVM for the rows as published; see {@link GatewayMain}. Their gateway had 200 threads for requests, as embedded Tomcat has, and no
 * time-out, which is a very late one here. Options that are given replace these.
 */
public final class PublishedMain {
    private static final List<String> AS_PUBLISHED = List.of(
            "--threads", "200", "--connections", "1000", "--deadline-millis", Integer.toString(Integer.MAX_VALUE));

    /** The pool of the article's first table. */
    private static final int POOL = 16;

    /** The pool of its second table, in which services take 400 ms. */
    private static final int LARGER_POOL = 24;

    /** The styles of this package. */
    public static final Styles STYLES = new Styles()
            .blocking("published-sequential", (client, _, composition) -> new PublishedSequence(client, composition))
            .blocking(
                    "published-executor", (client, _, composition) -> new PublishedExecutor(client, composition, POOL))
            .blocking(
                    "published-executor-24",
                    (client, _, composition) -> new PublishedExecutor(client, composition, LARGER_POOL))
            .blocking(
                    "published-completable-future",
                    (client, _, composition) -> new PublishedFuture(client, composition, POOL))
            .resuming(
                    "published-completable-future-async",
                    (client, _, composition) -> new PublishedAsyncFuture(client, composition, POOL))
            .resuming(
                    "published-rxjava-blocking",
                    (client, _, composition) -> new PublishedBlockingRxJava(client, composition, POOL))
            .separate("published-rxjava", (client, _, composition) -> new PublishedRxJava(client, composition))
            .blocking("published-disruptor", (client, _, composition) -> new PublishedDisruptor(client, composition))
            .resuming(
                    "published-disruptor-async",
                    (client, _, composition) -> new PublishedAsyncDisruptor(client, composition));

    private PublishedMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        serve(arguments, STYLES);
    }

    /** Serves with styles as published of another module. */
    public static void serve(String[] arguments, Styles styles) {
        GatewayMain.serve(
                Stream.concat(AS_PUBLISHED.stream(), Stream.of(arguments)).toArray(String[]::new), styles);
    }
}
