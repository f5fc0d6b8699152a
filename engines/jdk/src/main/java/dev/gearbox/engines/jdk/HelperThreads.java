package dev.gearbox.engines.jdk;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The platform threads that a blocking engine lends to connections whose own thread is blocked: as many as are needed at once, since a turn may block in a
 * write; idle ones end after a few seconds.
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
                // Only after the engine's end, when no connection is left that could need a turn.
                new ThreadPoolExecutor.DiscardPolicy());
    }
}
