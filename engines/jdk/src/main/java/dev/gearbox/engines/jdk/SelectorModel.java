package dev.gearbox.engines.jdk;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import java.util.EnumSet;
import java.util.List;

/**
 * One selector: a single thread accepts, reads, calls back and writes for all connections.
 *
 * <pre>
 *   clients ==== sockets ==== [ selector ] ---- one thread: accept, read, callback, write, timers
 * </pre>
 *
 * <p>The single-threaded Reactor of Douglas C. Schmidt ("Reactor: An Object Behavioral Pattern for Demultiplexing and Dispatching Handles for
 * Synchronous Events", 1995) as Doug Lea gives it for Java ("Scalable IO in Java", basic version). Deviations: the answer is written at once, and write
 * readiness is selected only when the socket is full; reading stops above the high-water mark; other threads wake the loop only when it sleeps.
 *
 * <p>Limits: one core, and any callback that blocks delays every other connection. An idle connection costs its socket, its key and its session; no buffer, no
 * thread.
 */
public final class SelectorModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "selector",
                "one thread and one selector accept, read, call back and write for all connections",
                "Schmidt, Reactor (1995); Lea, Scalable IO in Java: basic Reactor",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.ELASTIC)),
                List.of());
    }

    @Override
    public Engine start(Parameters parameters) {
        return new SelectorEngine(parameters.spec());
    }

    private static final class SelectorEngine extends SelectorLoopEngine {
        private final SelectorLoop loop = startLoops(1).getFirst();

        SelectorEngine(String spec) {
            super(spec);
        }

        @Override
        SelectorLoop acceptLoop() {
            return loop;
        }

        @Override
        protected SelectorLoop startLoop(int number) {
            return SelectorLoop.start(this, "gearbox-selector");
        }
    }
}
