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
 * Thread per connection: an acceptor, and a platform thread for each connection that blocks in read and in write.
 *
 * <pre>
 *   client 1 ---- thread 1: read, callback, write, read ...
 *   client 2 ---- thread 2                                      [ acceptor ] ---- starts a thread for each
 *   client N ---- thread N
 * </pre>
 *
 * <p>The oldest model of network servers in Java (java.net, 1996), and still the simplest to follow in a debugger. Deviation: tasks and timers of a connection
 * whose thread is blocked run on a helper thread of the engine, never at the same time as its callbacks.
 *
 * <p>Limits: a stack (tens of KiB resident) for each connection, the start and end of a thread for each connection, and the system's limit on threads. An idle
 * connection holds a 4 KiB buffer, since its thread is inside the read.
 */
public final class ThreadsModel implements IoModel {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "threads",
                "an acceptor, one platform thread for each connection",
                "java.net (1996): blocking sockets, a thread each",
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
        String name = "gearbox-threads";
        return new BlockingEngine(
                parameters.spec(),
                BlockingChannelSocket.SOCKETS,
                new ExecutorConnectionThreads(
                        name,
                        Executors.newThreadPerTaskExecutor(
                                Thread.ofPlatform().daemon().name(name + "-", 1).factory()),
                        HelperThreads.start(name),
                        Thread.ofPlatform().daemon().name(name + "-acceptor").factory()));
    }
}
