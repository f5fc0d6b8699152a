package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a session can know about the bytes that it wrote: the number that is still queued shows whether a slow peer reads any. */
final class QueuedBehaviours {
    private static final int LENGTH = 2 << 20;
    /** Larger than the smallest buffers of both sockets, and not a divisor of any engine's largest piece. */
    private static final int STEP = 100_000;
    /** What the kernel has accepted and the engine need not know yet: at most one call's worth. */
    private static final int UNHEARD = 72 << 10;

    private QueuedBehaviours() {}

    static List<Behaviour> all() {
        return List.of(Behaviour.of("a session sees how far a large write is", QueuedBehaviours::slowReader));
    }

    private static void slowReader(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(LENGTH);
        ScriptedProtocol script =
                new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.wrap(bytes)));
        Peer peer = fixture.peer(fixture.listen(script, Options.DEFAULT.withSocketBuffers(8 << 10, 0)), 4 << 10);
        Connection connection = script.connection();
        for (int read = STEP; read < LENGTH; read += STEP) {
            peer.receive(STEP);
            // The kernel has accepted at least what the peer has read.
            long most = (long) LENGTH - read + UNHEARD;
            Conditions.await(
                    read + " bytes were read, and " + most + " are queued at most", () -> queued(connection) <= most);
        }
    }

    private static long queued(Connection connection) {
        CompletableFuture<Long> queued = new CompletableFuture<>();
        connection.execute(() -> queued.complete(connection.queued()));
        return queued.orTimeout(Conditions.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
