package dev.gearbox.files.method;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import java.util.List;
import java.util.Optional;

/**
 * Strategies of one kind, by the specs that name them: {@code channel-direct?buffer=65536}.
 *
 * @param what a strategy is called in messages
 * @param methods in the order of tables
 * @param <S> the kind
 */
public record StrategyCatalog<S extends AutoCloseable>(String what, List<FileMethod<S>> methods) {
    /** Copies the list. */
    public StrategyCatalog {
        methods = List.copyOf(methods);
    }

    /** What they are. */
    public List<ModelCard> cards() {
        return methods.stream().map(FileMethod::card).toList();
    }

    /**
     * The strategy of a spec.
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
     * The one form of a spec: parameters in the order of the card, without those that are as usual.
     *
     * @throws BadSpecException if there is no such strategy or parameter
     */
    public String canonical(String spec) {
        return parameters(method(spec), spec).spec();
    }

    /**
     * Why a strategy cannot run on this machine; empty if it can.
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
