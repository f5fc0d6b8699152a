package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.client.AsyncClient;
import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Styles by name: those of one module, which a process of that module can serve with. */
public final class Styles {
    /** The styles of this module. */
    public static final Styles OWN = new Styles()
            .blocking("sequential", (client, _) -> SequentialStyle.pooled(client))
            .blocking("sequential-virtual", (client, _) -> SequentialStyle.virtual(client))
            .blocking("executor", ExecutorStyle::new)
            .blocking("completable-future", WaitingFutureStyle::new)
            .async("completable-future-async", AsyncFutureStyle::new)
            .blocking("virtual-threads", (client, _) -> new VirtualThreadsStyle(client))
            .async("reactor", ReactorStyle::new)
            .async("rxjava", RxJavaStyle::new)
            .async("mutiny", MutinyStyle::new)
            .blocking("disruptor", WaitingDisruptorStyle::new)
            .async("disruptor-async", AsyncDisruptorStyle::new);

    private final Map<String, StyleFactory> byName;

    /** Creates none at all, to add to. */
    public Styles() {
        this(Map.of());
    }

    private Styles(Map<String, StyleFactory> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** Returns these and one whose calls block threads. */
    public Styles blocking(String name, BiFunction<BlockingClient, Limits, BlockingStyle> style) {
        return and(new Styles(Map.of(name, new StyleFactory.Blocking(style))));
    }

    /** Returns these and one whose calls block no thread. */
    public Styles async(String name, BiFunction<AsyncClient, Limits, AsyncStyle> style) {
        return and(new Styles(Map.of(name, new StyleFactory.Async(style))));
    }

    /** Returns these and others. */
    public Styles and(Styles others) {
        Map<String, StyleFactory> all = new TreeMap<>(byName);
        all.putAll(others.byName);
        return new Styles(all);
    }

    /** Returns all names, sorted. */
    public Set<String> names() {
        return new TreeSet<>(byName.keySet());
    }

    /**
     * Returns how to make that style.
     *
     * @throws IllegalArgumentException if there is none of that name; names all
     */
    public StyleFactory of(String name) {
        StyleFactory style = byName.get(name);
        if (style == null) {
            throw new IllegalArgumentException("no style \"" + name + "\". Known: " + String.join(", ", names()));
        }
        return style;
    }
}
