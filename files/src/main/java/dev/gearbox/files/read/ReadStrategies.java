package dev.gearbox.files.read;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.StrategyCatalog;
import java.util.List;
import java.util.Optional;

/** All ways of reading a file, selected by spec: {@code channel-direct?buffer=65536}. */
public final class ReadStrategies {
    private static final StrategyCatalog<ReadStrategy> ALL = new StrategyCatalog<>(
            "way of reading",
            List.of(
                    new StreamRead(),
                    new BufferedBytesRead(),
                    new BufferedArrayRead(),
                    new ChannelRead(false),
                    new ChannelRead(true),
                    new MappedRead(),
                    new SegmentRead(),
                    new AsyncRead(),
                    new DirectIoRead(),
                    new PreadRead(),
                    new UringRead()));

    private ReadStrategies() {}

    /** Returns the descriptions, in the order of tables. */
    public static List<ModelCard> cards() {
        return ALL.cards();
    }

    /**
     * Creates the strategy of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter, or it cannot run on this machine
     */
    public static ReadStrategy create(String spec) {
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
