package dev.gearbox.engines.linux;

import dev.gearbox.core.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Several loops that start all or not at all. */
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
}
