package dev.gearbox.engines.auto;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Starts several engines, all or none. */
final class EngineParts {
    private EngineParts() {}

    /**
     * Starts one engine for each spec, and creates a composite of them; if that fails, those that run already are closed.
     *
     * @throws dev.gearbox.core.BadSpecException if one of them cannot be started, or cannot be a part
     */
    static Engine compose(List<String> specs, Function<List<Engine>, Engine> whole) {
        List<Engine> started = new ArrayList<>();
        try {
            for (String spec : specs) {
                started.add(Engines.start(spec));
            }
            return whole.apply(started);
        } catch (RuntimeException | OutOfMemoryError failure) {
            started.forEach(Engine::close);
            throw failure;
        }
    }
}
