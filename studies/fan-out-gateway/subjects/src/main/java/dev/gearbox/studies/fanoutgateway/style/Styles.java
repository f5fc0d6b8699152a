package dev.gearbox.studies.fanoutgateway.style;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Styles by name: those of one module, which a process of that module can serve with. */
public final class Styles {
    /** The styles of this module. */
    public static final Styles OWN = new Styles()
            .blocking("sequential", (client, _, composition) -> SequentialStyle.pooled(client, composition))
            .blocking("sequential-virtual", (client, _, composition) -> SequentialStyle.virtual(client, composition))
            .blocking("executor", ExecutorStyle::new)
            .blocking("completable-future", WaitingFutureStyle::new)
            .async("completable-future-async", AsyncFutureStyle::new)
            .blocking("virtual-threads", (client, _, composition) -> new VirtualThreadsStyle(client, composition))
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
    public Styles blocking(String name, StyleFactory.Blocking style) {
        return and(new Styles(Map.of(name, style)));
    }

    /** Returns these and one whose calls block no thread. */
    public Styles async(String name, StyleFactory.Async style) {
        return and(new Styles(Map.of(name, style)));
    }

    /** Returns these and one whose calls block its own threads only. */
    public Styles resuming(String name, StyleFactory.Resuming style) {
        return and(new Styles(Map.of(name, style)));
    }

    /** Returns these and one whose calls block no thread, each made by a new client. */
    public Styles separate(String name, StyleFactory.Separate style) {
        return and(new Styles(Map.of(name, style)));
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
