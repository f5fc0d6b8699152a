package dev.gearbox.files.read;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import java.util.List;
import java.util.Optional;

/** All ways of reading a file, selected by spec: {@code channel-direct?buffer=65536}. */
public final class ReadStrategies {
    private static final List<FileMethod<ReadStrategy>> ALL = List.of(
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
            new UringRead());

    private ReadStrategies() {}

    /** Returns the descriptions, in the order of tables. */
    public static List<ModelCard> cards() {
        return ALL.stream().map(FileMethod::card).toList();
    }

    /**
     * Creates the strategy of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter, or it cannot run on this machine
     */
    public static ReadStrategy create(String spec) {
        FileMethod<ReadStrategy> method = method(spec);
        method.absence().ifPresent(reason -> {
            throw new BadSpecException(method.card().name() + " cannot run here: " + reason);
        });
        return method.create(parameters(method, spec));
    }

    /**
     * Returns the canonical form of a spec: parameters in the order of the card.
     *
     * @throws BadSpecException if there is no such strategy or parameter
     */
    public static String canonical(String spec) {
        return parameters(method(spec), spec).spec();
    }

    /**
     * Returns why a strategy cannot run on this machine; empty if it can.
     *
     * @throws BadSpecException if there is no such strategy
     */
    public static Optional<String> absence(String spec) {
        return method(spec).absence();
    }

    private static FileMethod<ReadStrategy> method(String spec) {
        return parse(spec).among(ALL, method -> method.card().name());
    }

    private static Parameters parameters(FileMethod<ReadStrategy> method, String spec) {
        return Parameters.of(method.card(), parse(spec).given());
    }

    private static Spec parse(String spec) {
        return Spec.parse("way of reading", spec);
    }
}
