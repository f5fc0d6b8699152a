package dev.gearbox.core;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * An I/O model that runs: its threads, selectors, rings. It serves any number of listeners, client connections and protocols at once. All
 * methods from any thread, {@link #close} from any thread but one that is inside a callback of a session of this engine.
 *
 * <p>All threads of all engines are daemons: they do not keep the JVM alive. A server's {@code main} that returns while no other thread runs ends the
 * program, without a word; let it wait for whatever is to end it.
 */
public interface Engine extends AutoCloseable {
    /**
     * Accepts connections and opens a session of {@code protocol} on each.
     *
     * @param address where to bind; port 0 lets the system choose
     * @throws java.net.UnknownHostException if the address has a name that is not resolved
     * @throws IllegalArgumentException if it is no internet address
     * @throws java.net.BindException if the port is taken or not ours to bind
     * @throws IOException if the system refuses for another reason
     * @throws IllegalStateException if the engine is closed
     */
    Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException;

    /**
     * Connects to a server and opens a session of {@code protocol}, in whose callbacks the connection is written to; what follows this stage is none of
     * them and says {@code connection.execute(() -> connection.write(...))}. To wait for it ({@code join()}, {@code get()}) on a thread that the
     * connections of this engine share would last for ever, and throws {@link IllegalStateException} at once.
     *
     * @return completes on a thread of this engine with the connection, once its session is open; or exceptionally with {@link
     *     java.net.UnknownHostException} (the address has a name that is not resolved), {@link IllegalArgumentException} (it is no internet address), {@link
     *     java.net.ConnectException}, {@link java.net.SocketTimeoutException} (after {@link Options#connectTimeout()}), another {@link
     *     IOException}, what the protocol threw, or {@link IllegalStateException} if the engine is closed
     */
    CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options);

    /** Its loops, if their number can change while it runs: {@link Capability#ELASTIC}. */
    default Optional<Loops> loops() {
        return Optional.empty();
    }

    /** What really does the I/O underneath, as far as the engine can tell: it is stamped on every result. Its string is its spec. */
    String backend();

    /**
     * The live connections that it drives, those that it accepted, opened and adopted: a snapshot without order. One that is being shifted may be
     * with both engines, or, to one who asks them one after the other, with neither.
     */
    Stream<Connection> connections();

    /** What this engine has counted since it started. */
    EngineStats stats();

    /**
     * Stops accepting, lets connections end by themselves for as long as {@code grace}, then closes the rest under their sessions, and ends
     * every thread of the engine before it returns. A callback that does not return is interrupted half a second after the grace, and another half later
     * given up: then this returns all the same, and what the callback keeps ends when it returns.
     *
     * @return how it went; a second call waits for the first and returns the same
     * @throws IllegalStateException on a thread for which it would have to wait: in a callback of a session of this engine, or in what follows one of
     *     its futures
     */
    Shutdown close(Duration grace);

    /** {@link #close(Duration)} without grace. */
    @Override
    default void close() {
        close(Duration.ZERO);
    }
}
