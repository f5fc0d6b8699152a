package dev.gearbox.engines.linux.virtual;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.blocking.BlockingEngine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.engines.linux.system.Platform;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Virtual thread per connection, scheduled by the epoll loop itself (experimental): blocking code, without pollers.
 *
 * <pre>
 *   client 1 ==== descriptor 1 ==== [ epoll ] ---- thread 1: wait for events, run who is ready -.
 *   client N ==== descriptor N ====/                  ^                                         |
 *                                                     |   virtual thread 1: read, callback, write, park
 *                                                     '-- virtual thread N: ...
 * </pre>
 *
 * <p>The blocking loop of {@code virtual}, but the loop that finds a connection ready also runs its thread: no poller, no pool of carriers, no registration for
 * each wait. It follows OpenJDK's experiments with custom schedulers in the Loom repository. (Karsten and Barghi, User-level Threading, 2020, is what the JDK's
 * own pollers follow: {@code virtual}.) Here it runs on a stock JDK 25, through the constructor that the JDK keeps for its tests: {@link
 * CustomSchedulerThreads}.
 *
 * <p>Limits: N threads for everything, so a callback that computes, or reads a file (which the JDK's own scheduler compensates for with another carrier),
 * delays the loop's other connections; locks, sleeps and sockets do not. An idle connection holds a 4 KiB buffer. Threads that a callback starts inherit the
 * loop. A thread that waits inside a class initializer blocks the loop, and deadlocks it if what it waits for has to run there.
 */
public final class VirtualLoopModel implements IoModel {
    private static final String THREADS = "threads";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "virtual-loop",
                "experimental: one virtual thread for each connection, run by the epoll loop that finds it ready",
                "OpenJDK Loom: custom schedulers; JEP 444 with a scheduler of one's own",
                EnumSet.complementOf(EnumSet.of(Capability.BLOCKING, Capability.ELASTIC, Capability.IDLE_FREE)),
                List.of(new Parameter.Int(
                        THREADS, 1, 1024, "1", "loops, each with a thread that runs its connections' virtual ones")));
    }

    @Override
    public Optional<String> absence() {
        return Platform.absence().or(CustomSchedulerThreads::absence);
    }

    @Override
    public Engine start(Parameters parameters) {
        CustomSchedulerThreads.startPollers();
        return new VirtualLoopEngine(parameters.spec(), parameters.integer(THREADS), new VirtualLoops());
    }

    private static final class VirtualLoopEngine extends BlockingEngine {
        private final VirtualLoops loops;

        VirtualLoopEngine(String spec, int threads, VirtualLoops loops) {
            super(spec, loops, loops);
            this.loops = loops;
            loops.start(this, threads);
        }

        @Override
        protected LoopStats loopStats() {
            return loops.stats();
        }
    }
}
