package dev.gearbox.http;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.ForwardingSession;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Our half of an in-memory connection, with the peer's bytes split as a test decides. Exceptions of its session are recorded. */
@SuppressWarnings("exports") // tests export nothing
public final class SplitConnection implements Protocol {
    private final Protocol protocol;

    @Nullable
    public Throwable cause;

    public SplitConnection(Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public Session open(Connection connection) {
        return new ForwardingSession(protocol.open(connection)) {
            @Override
            public void closed(@Nullable Throwable why) {
                cause = why;
                super.closed(why);
            }
        };
    }

    /** Returns the server's response to {@code input}, split at random into pieces of at most so many bytes, before its end; without the date. */
    public static String answer(Protocol server, String input, int largest, long seed) {
        SplitConnection cut = new SplitConnection(server);
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = engine.open(cut);
            feed(connection, input, largest, seed);
            String output = new String(connection.output(), StandardCharsets.ISO_8859_1);
            if (cut.cause != null) {
                throw new AssertionError("the session threw (-Dgearbox.seed=" + seed + ")", cut.cause);
            }
            return output.replaceAll("Date: [^\r\n]*\r\n", "");
        }
    }

    /** Sends the input split, then ends. */
    public static void feed(InMemoryConnection connection, String input, int largest, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < bytes.length && !connection.closed(); ) {
            int step = Math.min(bytes.length - at, 1 + random.nextInt(largest));
            connection.feedAll(bytes, at, step);
            at += step;
        }
        if (!connection.closed()) {
            connection.end();
        }
        connection.step();
    }
}
