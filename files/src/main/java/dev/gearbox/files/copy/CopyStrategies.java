package dev.gearbox.files.copy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.StrategyCatalog;
import java.util.List;
import java.util.Optional;

/** All ways of copying a file, selected by spec: {@code channel-direct?buffer=65536}. */
public final class CopyStrategies {
    private static final StrategyCatalog<CopyStrategy> ALL = new StrategyCatalog<>(
            "way of copying",
            List.of(
                    new StreamCopy(),
                    new BufferedBytesCopy(),
                    new BufferedArrayCopy(),
                    new ChannelCopy(false),
                    new ChannelCopy(true),
                    new MappedBothCopy(),
                    new MappedSourceCopy(),
                    new TransferToCopy(),
                    new FilesCopy(),
                    new SegmentCopy(),
                    new AsyncCopy(),
                    new DirectIoCopy(),
                    new PreadPwriteCopy(),
                    new CopyFileRange(),
                    new UringCopy(),
                    new ReflinkCopy()));

    private CopyStrategies() {}

    /** Returns the descriptions, in the order of tables. */
    public static List<ModelCard> cards() {
        return ALL.cards();
    }

    /**
     * Creates the strategy of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter, or it cannot run on this machine
     */
    public static CopyStrategy create(String spec) {
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
