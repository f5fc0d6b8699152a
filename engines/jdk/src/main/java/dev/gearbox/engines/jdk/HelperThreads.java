package dev.gearbox.engines.jdk;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The platform threads that a blocking engine lends to connections whose own thread is blocked: as many as are needed at once, for a turn may
 * block in a write, and none after a few quiet seconds.
 */
final class HelperThreads {
    private HelperThreads() {}

    static ExecutorService start(String engine) {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                2,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name(engine + "-helper-", 1).factory(),
                // Only after the engine's end, when no connection is left to have a turn.
                new ThreadPoolExecutor.DiscardPolicy());
    }
}
