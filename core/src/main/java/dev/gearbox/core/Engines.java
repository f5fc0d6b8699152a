package dev.gearbox.core;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Finds the I/O models on the module path and starts engines by their specs: {@code Engines.start("reactors?threads=2")}. */
public final class Engines {
    private Engines() {}

    /** Every model that is there, by name; also those that cannot be started on this machine ({@link IoModel#absence}). */
    public static List<IoModel> models() {
        return ServiceLoader.load(IoModel.class, Engines.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(model -> model.card().name()))
                .toList();
    }

    /**
     * Starts the engine that {@code spec} describes: a model's name, then perhaps {@code ?name=value&name=value}.
     *
     * @return the engine, running; the caller closes it
     * @throws BadSpecException if there is no such model or it has no such parameter: the message names what there is; or if it cannot be
     *     started on this machine: the message says why
     */
    public static Engine start(String spec) {
        Found parsed = Found.runnable(spec);
        Engine engine = parsed.model().start(parsed.parameters());
        RunningEngines.add(engine);
        return engine;
    }

    /**
     * The spec in its canonical form, without starting anything.
     *
     * @throws BadSpecException as {@link #start}
     */
    public static String check(String spec) {
        return Found.runnable(spec).parameters().spec();
    }

    /**
     * The spec in its canonical form, also of a model that cannot be started on this machine: for who reads what another one measured.
     *
     * @throws BadSpecException if there is no such model or it has no such parameter: the message names what there is
     */
    public static String canonical(String spec) {
        return Found.parse(spec).parameters().spec();
    }

    /**
     * Why the engine cannot be started on this machine, as {@link IoModel#absence}; empty if it can.
     *
     * @throws BadSpecException as {@link #canonical}
     */
    public static Optional<String> absence(String spec) {
        return Found.parse(spec).model().absence();
    }

    /**
     * What the engine can do, as {@link IoModel#capabilities}; also of a model that cannot be started on this machine.
     *
     * @throws BadSpecException as {@link #canonical}
     */
    public static Set<Capability> capabilities(String spec) {
        Found parsed = Found.parse(spec);
        return parsed.model().capabilities(parsed.parameters());
    }

    private record Found(IoModel model, Parameters parameters) {
        static Found runnable(String spec) {
            Found parsed = parse(spec);
            parsed.model.absence().ifPresent(reason -> {
                throw new BadSpecException(parsed.model.card().name() + " cannot run here: " + reason);
            });
            return parsed;
        }

        static Found parse(String text) {
            Spec spec = Spec.parse("engine", text);
            IoModel model = spec.among(models(), known -> known.card().name());
            return new Found(model, Parameters.of(model.card(), spec.given()));
        }
    }
}
