package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs a protocol's sessions on worker threads instead of the engine's: {@code selector} with {@code Offload.to(4, protocol)} is "NIO with deferred
 * processing". The engine's thread only copies what it read into the connection's bounded inbox, and sends what the workers put into its outbox.
 *
 * <pre>
 *   engine's thread          inbox (64 KiB)         any worker, one at a time for each connection
 *   received(in)  ── copy ──▶ ░░░░░░░░░░░░ ───────▶ session.received, ended, tasks, timers, ...
 *        ▲  pause() when full, resume() at half              │
 *   connection.write ◀── connection.execute ◀── outbox ◀─────┘ write
 * </pre>
 *
 * <p>On the worker the session may use its {@link Connection} as usual: its callbacks never overlap, writes stay in order, and {@code writable}
 * follows a {@code write} that returned false. {@link Connection#engine()} returns the engine that does the I/O, and {@link Connection#shiftTo}
 * changes it. The connection's {@link Connection#options()} hold on both sides: the water marks for the session's output and for what the engine has not sent,
 * the linger time for each of these steps.
 */
public final class Offload implements Protocol, AutoCloseable {
    private static final int ELASTIC_IDLE_SECONDS = 10;

    private final Protocol protocol;
    private final Workers workers;

    private Offload(Protocol protocol, Workers workers) {
        this.protocol = protocol;
        this.workers = workers;
    }

    /** Runs the sessions on the caller's executor. The caller closes it, after this object. */
    public static Offload to(Executor executor, Protocol protocol) {
        return new Offload(protocol, new Workers("offload", executor, null));
    }

    /** Runs the sessions on a fixed number of threads of its own. */
    public static Offload to(int workers, Protocol protocol) {
        return owning(
                "offload(" + workers + ")",
                new ThreadPoolExecutor(workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads()),
                protocol);
    }

    /**
     * Runs the sessions on a thread pool of its own without an upper bound: one thread for each session that has work at the same time. None waits,
     * until memory is exhausted.
     */
    public static Offload elastic(Protocol protocol) {
        return owning(
                "offload(elastic)",
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        ELASTIC_IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        threads()),
                protocol);
    }

    private static ThreadFactory threads() {
        return Thread.ofPlatform().daemon().name("offload-", 0).factory();
    }

    private static Offload owning(String name, ExecutorService pool, Protocol protocol) {
        return new Offload(protocol, new Workers(name, pool, pool));
    }

    @Override
    public Session open(Connection connection) {
        return new OffloadedSession(connection, protocol, workers);
    }

    /** Returns the number of connections whose sessions are open. */
    public long sessions() {
        return stats().sessions();
    }

    /** Returns what this offload has counted: how long its sessions wait for a worker. From any thread. */
    public OffloadStats stats() {
        return workers.offloadStats();
    }

    /** Closes the sessions that are still open, and the threads if this object created them. Close the engine first; then no session is open. */
    @Override
    public void close() {
        workers.close();
    }

    @Override
    public String toString() {
        return workers.toString();
    }
}
