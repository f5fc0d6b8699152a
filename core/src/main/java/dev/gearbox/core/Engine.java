package dev.gearbox.core;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * A running I/O model: its threads, selectors, rings. It serves any number of listeners, client connections and protocols at once. All methods may be called
 * from any thread, {@link #close} from any thread that is not inside a callback of a session of this engine.
 *
 * <p>All threads of all engines are daemons: they do not keep the JVM alive. If a server's {@code main} returns while no other thread runs, the program exits
 * silently; let {@code main} end with {@link #awaitClosed}, or start the engine with {@link Engines#start(String, boolean) daemon false}, and close it with {@link #closeOnSignal}.
 */
public interface Engine extends AutoCloseable {
    /**
     * Accepts connections and opens a session of {@code protocol} on each.
     *
     * <p>The file of a Unix-domain socket is deleted when the listener is closed, unless another file has its name by then.
     *
     * @param address where to bind: an internet address, where port 0 lets the system choose; or, on an engine with {@link Capability#UNIX_SOCKETS}, the path of
     *     a Unix-domain socket ({@link java.net.UnixDomainSocketAddress}), at most 106 bytes
     * @throws java.net.UnknownHostException if the address is unresolved
     * @throws IllegalArgumentException if the engine has no addresses of this kind
     * @throws java.net.BindException if the port or the path is in use or may not be bound
     * @throws IOException if the system refuses for another reason
     * @throws IllegalStateException if the engine is closed
     */
    Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException;

    /**
     * Connects to a server and opens a session of {@code protocol}. The connection is written to in the session's callbacks; a stage that depends on the
     * returned one is not such a callback and uses {@code connection.execute(() -> connection.write(...))}. Waiting for the stage ({@code join()}, {@code
     * get()}) on a thread that connections of this engine share would deadlock, and throws {@link IllegalStateException} at once.
     *
     * <p>A name ({@link java.net.InetSocketAddress#createUnresolved}) is resolved on another thread, never on this one or on a loop, and its addresses are tried as RFC 8305
     * says: the next one when the last has failed, or has not connected after a quarter of a second; the first that connects counts. The connect timeout is that of
     * the whole.
     *
     * <p>To cancel, call {@code toCompletableFuture().cancel(true)} on the returned stage: no session is opened, unless it is open already; an attempt under way
     * ends by itself, with its timeout at the latest, and one that still connects is closed at once.
     *
     * @param address an internet address, or a name and a port; or the path of a Unix-domain socket, on an engine with {@link Capability#UNIX_SOCKETS}
     * @return completes on a thread of this engine with the connection, once its session is open; or exceptionally with {@link java.net.UnknownHostException}
     *     (the name has no address), {@link IllegalArgumentException} (the engine has no addresses of this kind), {@link java.net.ConnectException}, {@link
     *     java.net.SocketTimeoutException} (after {@link Options#connectTimeout()}), another {@link IOException}, what the protocol threw, or {@link
     *     IllegalStateException} if the engine is closed
     */
    CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options);

    /** Returns its loops if their number can change while it runs: {@link Capability#ELASTIC}. */
    default Optional<Loops> loops() {
        return Optional.empty();
    }

    /** Returns what really does the I/O underneath, as far as the engine can tell; every result records it. Its string is its spec. */
    String backend();

    /**
     * Returns a snapshot, in no order, of the live connections that this engine drives: accepted, opened and adopted ones. A connection that is being shifted
     * may be listed by both engines, or, if they are asked one after the other, by neither.
     */
    Stream<Connection> connections();

    /** Returns what this engine has counted since it started. */
    EngineStats stats();

    /**
     * Stops accepting, asks all sessions to finish ({@link Session#stopping}; not if {@code grace} is zero), waits until their connections have ended, cuts off
     * those that are left after {@code grace}, and ends every thread of the engine before it returns. A callback that does not return is interrupted half a
     * second after the grace period. Half a second later this method returns without it, and logs its thread and stack; the thread and what it holds end when
     * the callback returns.
     *
     * @return the outcome; a second call waits for the first and returns the same
     * @throws IllegalStateException on a thread that it would have to wait for: in a callback of a session of this engine, or in a stage that depends on one of
     *     its futures
     */
    Shutdown close(Duration grace);

    /**
     * Closes this engine when the process is asked to end: by SIGTERM, SIGINT (Ctrl-C) or {@link System#exit}. Of several engines all are closed at the same
     * time, while {@link #awaitClosed} keeps {@code main} waiting. The JVM halts as soon as all are closed: statements that follow {@code awaitClosed} may not run
     * then. The last call counts; closing the engine otherwise revokes it.
     *
     * @param grace as of {@link #close(Duration)}; what sends the signal should wait a second longer
     * @throws IllegalStateException if the engine is closed, or the process is already ending
     */
    void closeOnSignal(Duration grace);

    /**
     * Waits until another thread has closed the engine: the last line of a server's {@code main}, since the threads of an engine do not keep the JVM alive.
     *
     * @return the outcome
     * @throws InterruptedException if the waiting thread is interrupted; the engine is not affected
     * @throws IllegalStateException as {@link #close(Duration)}
     */
    Shutdown awaitClosed() throws InterruptedException;

    /** Equivalent to {@link #close(Duration)} with no grace period. */
    @Override
    default void close() {
        close(Duration.ZERO);
    }
}
