package dev.gearbox.files.random;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.method.StrategyCatalog;
import java.util.List;
import java.util.Optional;

/** All ways of reading blocks in any order, selected by spec: {@code uring?direct=true&depth=32}. */
public final class BlockStrategies {
    private static final StrategyCatalog<BlockStrategy> ALL = new StrategyCatalog<>(
            "way of reading blocks", List.of(new ChannelBlocks(), new PreadBlocks(), new UringBlocks()));

    private BlockStrategies() {}

    /** Returns the descriptions, in the order of tables. */
    public static List<ModelCard> cards() {
        return ALL.cards();
    }

    /**
     * Creates the strategy of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter, or it cannot run on this machine
     */
    public static BlockStrategy create(String spec) {
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
