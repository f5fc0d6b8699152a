package dev.gearbox.core;

import dev.gearbox.core.model.InstalledModels;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.core.recording.RunningEngines;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the I/O models on the module path or the class path and starts engines by their specs: {@code Engines.start("reactors?threads=2")}. An engine's threads
 * are daemons, so a {@code main} that starts a server must not return while the server should run, unless it starts the engine with {@link #start(String, boolean)
 * daemon false}.
 */
public final class Engines {
    private static final String CANNOT_RUN = " cannot run here: ";

    private Engines() {}

    /**
     * Returns every model that was found, by name, including those that cannot be started on this machine ({@link IoModel#absence}). A provider that cannot be
     * loaded is left out; {@link #start} gives the reason when it is asked for a model that it does not find.
     */
    public static List<IoModel> models() {
        return InstalledModels.find().models();
    }

    /**
     * Starts the engine that {@code spec} describes: a model's name, optionally followed by {@code ?name=value&name=value}.
     *
     * @return the running engine; the caller closes it
     * @throws BadSpecException if there is no such model or parameter (the message lists the valid ones), or if the model cannot be started on this machine
     *     (the message says why)
     */
    public static Engine start(String spec) {
        Found parsed = Found.runnable(spec);
        Engine engine;
        try {
            engine = parsed.model().start(parsed.parameters());
        } catch (LinkageError missing) {
            throw new BadSpecException(parsed.name() + CANNOT_RUN + InstalledModels.words(missing), missing);
        }
        RunningEngines.add(engine);
        return engine;
    }

    /**
     * As {@link #start(String)}, and chooses whether the program may exit while the engine is open.
     *
     * @param daemon whether it may, once {@code main} has returned; {@code false} starts a thread that keeps the JVM alive until the engine is closed. The threads
     *     that serve are daemons in either case
     */
    public static Engine start(String spec, boolean daemon) {
        Engine engine = start(spec);
        if (!daemon) {
            Thread.ofPlatform().daemon(false).name("gearbox-keep-alive").start(() -> awaitClosed(engine));
        }
        return engine;
    }

    private static void awaitClosed(Engine engine) {
        try {
            var _ = engine.awaitClosed();
        } catch (InterruptedException asked) {
            // By the program, through the thread's group: this thread ends, as asked.
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the spec in its canonical form, without starting anything.
     *
     * @throws BadSpecException as {@link #start}
     */
    public static String check(String spec) {
        return Found.runnable(spec).parameters().spec();
    }

    /**
     * Returns the spec in its canonical form, also for a model that cannot be started on this machine: for reading results of another machine.
     *
     * @throws BadSpecException if there is no such model or parameter: the message lists the valid ones
     */
    public static String canonical(String spec) {
        return Found.parse(spec).parameters().spec();
    }

    /**
     * Returns why the engine cannot be started on this machine, as {@link IoModel#absence}; empty if it can.
     *
     * @throws BadSpecException as {@link #canonical}
     */
    public static Optional<String> absence(String spec) {
        return Found.parse(spec).model().absence();
    }

    /**
     * Returns what the engine can do, as {@link IoModel#capabilities}, also for a model that cannot be started on this machine.
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
                throw new BadSpecException(parsed.name() + CANNOT_RUN + reason);
            });
            return parsed;
        }

        static Found parse(String text) {
            Spec spec = Spec.parse("engine", text);
            IoModel model = InstalledModels.find().named(spec);
            return new Found(model, Parameters.of(model.card(), spec.given()));
        }

        String name() {
            return model.card().name();
        }
    }
}
