package dev.gearbox.files.method;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import java.util.List;
import java.util.Optional;

/**
 * Strategies of one kind, selected by spec: {@code channel-direct?buffer=65536}.
 *
 * @param what how messages name a strategy of this kind
 * @param methods in the order of tables
 * @param <S> the kind
 */
public record StrategyCatalog<S extends AutoCloseable>(String what, List<FileMethod<S>> methods) {
    /** Copies the list. */
    public StrategyCatalog {
        methods = List.copyOf(methods);
    }

    /** Returns the descriptions, in the order of tables. */
    public List<ModelCard> cards() {
        return methods.stream().map(FileMethod::card).toList();
    }

    /**
     * Creates the strategy of a spec.
     *
     * @throws BadSpecException if there is no such strategy or parameter, or it cannot run on this machine
     */
    public S create(String spec) {
        FileMethod<S> method = method(spec);
        method.absence().ifPresent(reason -> {
            throw new BadSpecException(method.card().name() + " cannot run here: " + reason);
        });
        return method.create(parameters(method, spec));
    }

    /**
     * Returns the canonical form of a spec: parameters in the order of the card, without those that have their default.
     *
     * @throws BadSpecException if there is no such strategy or parameter
     */
    public String canonical(String spec) {
        return parameters(method(spec), spec).spec();
    }

    /**
     * Returns why a strategy cannot run on this machine; empty if it can.
     *
     * @throws BadSpecException if there is no such strategy
     */
    public Optional<String> absence(String spec) {
        return method(spec).absence();
    }

    private FileMethod<S> method(String spec) {
        return parse(spec).among(methods, method -> method.card().name());
    }

    private Parameters parameters(FileMethod<S> method, String spec) {
        return Parameters.of(method.card(), parse(spec).given());
    }

    private Spec parse(String spec) {
        return Spec.parse(what, spec);
    }
}
