package dev.gearbox.core.naming;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Finds the addresses of a name without blocking the caller. */
@FunctionalInterface
public interface NameResolver {
    /**
     * The JDK's resolver, with its cache, on at most 16 threads: platform threads, since a lookup blocks in native code and would occupy the carrier of a virtual one.
     * Further lookups wait.
     */
    NameResolver SYSTEM = host -> CompletableFuture.supplyAsync(() -> lookUp(host), LookupThreads.POOL);

    /**
     * Starts a lookup.
     *
     * @return completes on any thread with at least one address, or exceptionally with {@link UnknownHostException}
     */
    CompletableFuture<List<InetAddress>> resolve(String host);

    private static List<InetAddress> lookUp(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException unknown) {
            throw new CompletionException(unknown);
        }
    }

    /** The threads of {@link #SYSTEM}; they end when they are not needed. */
    final class LookupThreads {
        private static final int MOST = 16;
        private static final Duration IDLE = Duration.ofSeconds(1);
        private static final ExecutorService POOL = pool();

        private LookupThreads() {}

        private static ExecutorService pool() {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    MOST,
                    MOST,
                    IDLE.toMillis(),
                    TimeUnit.MILLISECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name("gearbox-resolver-", 0).factory());
            pool.allowCoreThreadTimeOut(true);
            return pool;
        }
    }
}
