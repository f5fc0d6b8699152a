package dev.gearbox.files.write;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.StrategyCatalog;
import java.util.List;
import java.util.Optional;

/** All ways of writing from many threads, selected by spec: {@code offload?threads=8}. */
public final class WriteStrategies {
    private static final StrategyCatalog<WriteStrategy> ALL = new StrategyCatalog<>(
            "way of writing",
            List.of(
                    new ChannelWrites(),
                    new RandomAccessWrites(),
                    new AsyncWrites(),
                    new PwriteWrites(),
                    new UringWrites(),
                    new OffloadWrites()));

    private WriteStrategies() {}

    /** Returns the descriptions, in the order of tables. */
    public static List<ModelCard> cards() {
        return ALL.cards();
    }

    /**
     * Creates the strategy of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter, or it cannot run on this machine
     */
    public static WriteStrategy create(String spec) {
        return ALL.create(spec);
    }

    /**
     * Returns the canonical form of a spec: parameters in the order of the card.
     *
     * @throws BadSpecException if there is no such strategy or parameter
     */
    public static String canonical(String spec) {
        return ALL.canonical(spec);
    }

    /**
     * Returns why a strategy cannot run on this machine; empty if it can.
     *
     * @throws BadSpecException if there is no such strategy
     */
    public static Optional<String> absence(String spec) {
        return ALL.absence(spec);
    }
}
