package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.studies.fanoutgateway.actors.ActorsMain;
import dev.gearbox.studies.fanoutgateway.client.KnownClient;
import dev.gearbox.studies.fanoutgateway.coroutines.CoroutinesMain;
import dev.gearbox.studies.fanoutgateway.structured.StructuredMain;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** All styles, and what their cards say, as far as tests see it from outside. */
final class StyleCards {
    /** Styles in the build. */
    private static final int DRAWN = 2;

    static final Styles STYLES =
            Styles.OWN.and(ActorsMain.STYLES).and(CoroutinesMain.STYLES).and(StructuredMain.STYLES);

    /** What the card of a style says of the other calls when one fails. */
    enum Others {
        /** Those after it are not made. */
        NOT_MADE,
        /** They are cancelled, and the request is answered. */
        CANCELLED,
        /** They go on, and the request is answered. */
        IGNORED,
        /** They go on, and the request is answered after them, or at its deadline. */
        AWAITED
    }

    static final Map<String, Others> CARDS = Map.ofEntries(
            Map.entry("sequential", Others.NOT_MADE),
            Map.entry("sequential-virtual", Others.NOT_MADE),
            Map.entry("executor", Others.AWAITED),
            Map.entry("completable-future", Others.AWAITED),
            Map.entry("completable-future-async", Others.CANCELLED),
            Map.entry("virtual-threads", Others.CANCELLED),
            Map.entry("structured", Others.CANCELLED),
            Map.entry("coroutines", Others.CANCELLED),
            Map.entry("reactor", Others.CANCELLED),
            Map.entry("rxjava", Others.CANCELLED),
            Map.entry("mutiny", Others.CANCELLED),
            Map.entry("disruptor", Others.CANCELLED),
            Map.entry("disruptor-async", Others.CANCELLED),
            Map.entry("actors", Others.IGNORED),
            Map.entry("actors-async", Others.CANCELLED));

    /** They cannot call off what they have handed to another thread. */
    static final Set<String> GOES_ON = Set.of("completable-future", "actors");

    private StyleCards() {}

    /** Returns the styles to test: the build draws some, the deep stage tests all. */
    static List<String> drawn() {
        return SeededSample.of(List.copyOf(STYLES.names()), DRAWN, Contract.seed());
    }

    /** Returns what the card of a label's style says: another client changes nothing of it. */
    static Others others(String label) {
        return Objects.requireNonNull(CARDS.get(style(label)), label);
    }

    static String style(String label) {
        return GatewayLabel.parse(label).style();
    }

    /** Returns the name of the client of a label. */
    static String client(String label) {
        return GatewayLabel.parse(label)
                .client()
                .orElseGet(() ->
                        KnownClient.usual(STYLES.of(style(label)).blocks()).label());
    }
}
