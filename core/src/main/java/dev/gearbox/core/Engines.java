package dev.gearbox.core;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

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
        Spec parsed = Spec.runnable(spec);
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
        return Spec.runnable(spec).parameters().spec();
    }

    /**
     * The spec in its canonical form, also of a model that cannot be started on this machine: for who reads what another one measured.
     *
     * @throws BadSpecException if there is no such model or it has no such parameter: the message names what there is
     */
    public static String canonical(String spec) {
        return Spec.parse(spec).parameters().spec();
    }

    /**
     * Why the engine cannot be started on this machine, as {@link IoModel#absence}; empty if it can.
     *
     * @throws BadSpecException as {@link #canonical}
     */
    public static Optional<String> absence(String spec) {
        return Spec.parse(spec).model().absence();
    }

    /**
     * What the engine can do, as {@link IoModel#capabilities}; also of a model that cannot be started on this machine.
     *
     * @throws BadSpecException as {@link #canonical}
     */
    public static Set<Capability> capabilities(String spec) {
        Spec parsed = Spec.parse(spec);
        return parsed.model().capabilities(parsed.parameters());
    }

    private record Spec(IoModel model, Parameters parameters) {
        static Spec runnable(String spec) {
            Spec parsed = parse(spec);
            parsed.model.absence().ifPresent(reason -> {
                throw new BadSpecException(parsed.model.card().name() + " cannot run here: " + reason);
            });
            return parsed;
        }

        static Spec parse(String spec) {
            int mark = spec.indexOf('?');
            String name = mark < 0 ? spec : spec.substring(0, mark);
            List<IoModel> models = models();
            IoModel model = models.stream()
                    .filter(known -> known.card().name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new BadSpecException(unknown(name, models)));
            return new Spec(model, Parameters.of(model.card(), mark < 0 ? Map.of() : query(spec, mark)));
        }

        private static Map<String, String> query(String spec, int mark) {
            Map<String, String> given = new LinkedHashMap<>();
            for (String pair : spec.substring(mark + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new BadSpecException(
                            "\"" + spec + "\" is no engine: after the ? come name=value, joined by &");
                }
                if (given.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                    throw new BadSpecException("\"" + spec + "\" sets " + pair.substring(0, equals) + " twice");
                }
            }
            return given;
        }

        private static String unknown(String name, List<IoModel> models) {
            List<String> names =
                    models.stream().map(model -> model.card().name()).toList();
            String all = names.stream().collect(Collectors.joining(", ", " There are: ", ""));
            return "no engine \"" + name + "\"."
                    + Nearest.to(name, names)
                            .map(near -> " Did you mean " + near + "?")
                            .orElse("") + all;
        }
    }
}
