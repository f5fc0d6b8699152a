package dev.gearbox.engines.jdk;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.blocking.BlockingEngine;
import dev.gearbox.core.blocking.ExecutorConnectionThreads;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * Virtual thread per connection: the blocking loop of {@link ThreadsModel}, on threads that the JDK unmounts from their carriers while they wait.
 *
 * <pre>
 *   client 1 ---- virtual thread 1: read, callback, write ...  \
 *   client 2 ---- virtual thread 2                              >---- carriers, one for each core
 *   client N ---- virtual thread N                             /        ^
 *                                                                       | runnable again
 *   [ master poller ] ---- wakes ----&gt; [ read pollers: virtual threads on the same carriers, an epoll each ]
 * </pre>
 *
 * <p>JEP 444 (2023). The same code as for platform threads; also the acceptor, and the helper threads for tasks and timers, are virtual. The pollers are
 * those of JDK 25 on Linux ({@code sun.nio.ch.DefaultPollerProvider}), after Karsten and Barghi, User-level Threading: Have Your Cake and Eat It Too (2020).
 *
 * <p>Limits: a stack of some KiB on the heap for each connection; each wait registers the socket again and goes through a poller and the scheduler's queue; a
 * callback that computes occupies its carrier. An idle connection holds a 4 KiB buffer, since its thread is inside the read.
 */
public final class VirtualModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "virtual",
                "the blocking loop, one virtual thread for each connection",
                "JEP 444 (2023): virtual threads",
                BlockingChannelSocket.capabilities(
                        Capability.SERVER,
                        Capability.CLIENT,
                        Capability.HALF_CLOSE,
                        Capability.UNBOUNDED,
                        Capability.BLOCKING),
                List.of());
    }

    @Override
    public Engine start(Parameters parameters) {
        VirtualThreadPollers.makeReady();
        String name = "gearbox-virtual";
        return new BlockingEngine(
                parameters.spec(),
                BlockingChannelSocket.SOCKETS,
                new ExecutorConnectionThreads(
                        name,
                        Executors.newThreadPerTaskExecutor(
                                Thread.ofVirtual().name(name + "-", 1).factory()),
                        Executors.newThreadPerTaskExecutor(
                                Thread.ofVirtual().name(name + "-helper-", 1).factory()),
                        Thread.ofVirtual().name(name + "-acceptor").factory()));
    }
}
