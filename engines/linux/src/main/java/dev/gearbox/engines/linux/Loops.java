package dev.gearbox.engines.linux;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EventLoop;
import dev.gearbox.core.Handoff;
import dev.gearbox.core.Quietly;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** What the engines here have in common: several loops that start all or not at all, and the hand-offs that they decline. */
final class Loops {
    private Loops() {}

    /** Starts {@code count} loops; when one cannot be started, those before it are stopped. */
    static <L extends EventLoop> List<L> start(int count, IntFunction<L> starter) {
        List<L> loops = new ArrayList<>();
        try {
            for (int index = 0; index < count; index++) {
                loops.add(starter.apply(index));
            }
        } catch (RuntimeException | OutOfMemoryError failure) {
            loops.forEach(EventLoop::stop);
            throw failure;
        }
        return List.copyOf(loops);
    }

    /** Closes a socket that cannot be driven here, as its card says; the caller throws what comes back. */
    static UnsupportedOperationException declines(Engine engine, Handoff connection) {
        Quietly.close(connection.socket());
        return new UnsupportedOperationException(
                engine + " cannot drive a " + connection.socket().getClass().getSimpleName());
    }
}
