package dev.gearbox.http.server;

import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.testkit.ForwardingSession;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of {@link HttpServer} in virtual time, which sends all its requests at once and reads so many bytes a second of the responses. The path of
 * a request gives the number of {@link #FILLING} bytes in the response's body.
 */
@SuppressWarnings("exports") // tests export nothing
public final class SlowClient {
    public static final byte FILLING = (byte) 0xff;

    /**
     * The core's timers expire early by the real time that passed while they were set; so the server's clock is coarse, or it would wait for that
     * difference forever.
     */
    private static final long GRAIN = 10_000_000;

    private final InMemoryConnection connection;
    /** The server's time, which is this connection's own. */
    private LongSupplier clock = () -> 0;

    private final byte[] requests;
    private int fed;
    private double rate;
    private double budget;

    /** How often the session was closed. */
    public int closings;

    public SlowClient(InMemoryEngine engine, HttpHandler handler, String requests, double bytesPerSecond) {
        Protocol server = HttpServer.of(handler, HttpLimits.DEFAULT, () -> clock.getAsLong());
        this.requests = requests.getBytes(StandardCharsets.ISO_8859_1);
        rate = bytesPerSecond;
        connection = engine.open(opened -> counted(server.open(opened)));
        clock = () -> (connection.now() / GRAIN + 1) * GRAIN;
        connection.takes(this::take);
    }

    private Session counted(Session session) {
        return new ForwardingSession(session) {
            @Override
            public void closed(@Nullable Throwable cause) {
                closings++;
                super.closed(cause);
            }
        };
    }

    /** Stops reading. */
    public void stop() {
        rate = 0;
        budget = 0;
    }

    /** Reads everything available at once. */
    public void hurry() {
        rate = 1e12;
    }

    private int take(int offered) {
        int taken = (int) Math.min(offered, budget);
        budget -= taken;
        return taken;
    }

    /** Advances the time. */
    public void elapse(long nanos) {
        budget = rate == 0 ? 0 : budget % 1 + rate * nanos / 1e9;
        if (!connection.closed() && fed < requests.length) {
            fed += connection.feed(requests, fed, requests.length - fed);
        }
        connection.takes(this::take);
        connection.elapse(nanos);
        connection.step();
    }

    public boolean closed() {
        return connection.closed();
    }

    public boolean outputEnded() {
        return connection.outputEnded();
    }

    /** Returns the number of body bytes received. */
    public long filling() {
        long count = 0;
        for (byte each : connection.output()) {
            count += each == FILLING ? 1 : 0;
        }
        return count;
    }
}
