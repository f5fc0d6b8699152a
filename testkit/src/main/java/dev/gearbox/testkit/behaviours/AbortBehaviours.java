package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Connections that are ended with a reset: nothing is waited for, and nothing is kept for the peer. */
final class AbortBehaviours {
    /** More than the system takes for a peer that does not read. */
    private static final int MUCH = 12_000_000;

    /** A close in order would take longer than a behaviour may. */
    private static final Options PATIENT = Options.DEFAULT.withLinger(Duration.ofDays(1));

    private static final int SMALL_WINDOW = 4 << 10;

    private AbortBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("abort drops unsent bytes, and the peer sees a reset", AbortBehaviours::unsent),
                Behaviour.of("abort in a callback is the session's last word", AbortBehaviours::inCallback),
                Behaviour.of("abort from another thread waits for no task", AbortBehaviours::fromOutside),
                Behaviour.of("abort ends a paused connection", AbortBehaviours::paused),
                Behaviour.of("abort ends a close that lingers", AbortBehaviours::lingering),
                Behaviour.needing(Capability.CLIENT, "abort of a client's connection", AbortBehaviours::client));
    }

    private static void requireReset(EngineFixture fixture) {
        Engine engine = fixture.engine();
        Stream<EngineBase> parts =
                engine instanceof CompositeEngine whole ? whole.parts().stream() : Stream.of((EngineBase) engine);
        parts.map(EngineBase::resetAbsence)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(why -> {
                    throw new Inapplicable(why);
                });
    }

    private static void unsent(EngineFixture fixture) throws Exception {
        requireReset(fixture);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            connection.write(ByteBuffer.allocate(MUCH));
            // Once some of it is on its way.
            connection.execute(() -> connection.execute(connection::abort));
        });
        Peer peer = fixture.peer(fixture.listen(script, PATIENT), SMALL_WINDOW);
        peer.send(new byte[1]);
        Assert.equal(null, script.cause(), "cause");
        long received = peer.awaitReset();
        Assert.that(received < MUCH, "the peer received all of it");
    }

    private static void inCallback(EngineFixture fixture) throws Exception {
        requireReset(fixture);
        ScriptedProtocol script = new ScriptedProtocol()
                .receiving((connection, in) -> {
                    connection.execute(() -> fixture.violation("a task ran after abort()"));
                    connection.abort();
                    connection.write(ByteBuffer.allocate(1));
                    connection.send(ByteBuffer.allocate(1));
                    connection.abort();
                })
                .asked(_ -> {
                    fixture.violation("closing() after abort()");
                    return true;
                });
        Peer peer = fixture.peer(fixture.listen(script, PATIENT));
        peer.send(new byte[1]);
        Assert.equal(0L, peer.awaitReset(), "bytes before the reset");
        Assert.equal(null, script.cause(), "cause");
        script.connection().abort();
    }

    /** The tasks wait since they write more than the connection may have unsent. */
    private static void fromOutside(EngineFixture fixture) throws Exception {
        requireReset(fixture);
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script, PATIENT), SMALL_WINDOW);
        Connection connection = script.connection();
        while (connection.send(ByteBuffer.allocate(10_000))) {
            // Until the peer, which does not read, has taken all that it takes.
        }
        for (int count = 0; count < 1_000; count++) {
            connection.execute(() -> connection.write(ByteBuffer.allocate(10_000)));
        }
        connection.abort();
        Assert.equal(null, script.cause(), "cause");
        peer.awaitReset();
        Conditions.await(
                "the connection is gone", () -> fixture.engine().stats().connections() == 0);
    }

    private static void paused(EngineFixture fixture) throws Exception {
        requireReset(fixture);
        ScriptedProtocol script = new ScriptedProtocol().opening(Connection::pause);
        Peer peer = fixture.peer(fixture.listen(script, PATIENT));
        script.connection().abort();
        Assert.equal(0L, peer.awaitReset(), "bytes before the reset");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void lingering(EngineFixture fixture) throws Exception {
        requireReset(fixture);
        CountDownLatch closing = new CountDownLatch(1);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            connection.write(ByteBuffer.allocate(MUCH));
            connection.close();
            closing.countDown();
        });
        Peer peer = fixture.peer(fixture.listen(script, PATIENT), SMALL_WINDOW);
        peer.send(new byte[1]);
        Conditions.await("the session has closed it", closing);
        Assert.that(!script.closed.isDone(), "it does not linger");
        script.connection().abort();
        Assert.equal(null, script.cause(), "cause");
        peer.awaitReset();
    }

    private static void client(EngineFixture fixture) throws Exception {
        requireReset(fixture);
        ScriptedProtocol server = new ScriptedProtocol();
        ScriptedProtocol client = new ScriptedProtocol();
        Connection connection = fixture.connect(fixture.listen(server), client, PATIENT);
        server.connection();
        connection.abort();
        Assert.equal(null, client.cause(), "the client's cause");
        Assert.instance(ConnectionResetException.class, server.cause(), "the server's cause");
    }

    /** In whatever state the shift is: whichever of the two engines has the connection then resets it. */
    static void duringShift(EngineFixture fixture) throws Exception {
        for (int round = 0; round < 20; round++) {
            boolean busy = round % 2 == 0;
            ScriptedProtocol script = new ScriptedProtocol();
            if (busy) {
                script.opening(connection -> connection.write(ByteBuffer.allocate(MUCH)));
            }
            Peer peer = fixture.peer(fixture.listen(script, PATIENT), SMALL_WINDOW);
            Connection connection = script.connection();
            Engine target = fixture.target();
            CompletionStage<Void> shift = connection.shiftTo(target);
            int pause = fixture.random().nextInt(2_000);
            for (int count = 0; count < pause; count++) {
                Thread.onSpinWait();
            }
            connection.abort();
            CompletableFuture<Boolean> outcome =
                    shift.handle((moved, failure) -> failure == null).toCompletableFuture();
            Conditions.await("the shift has an outcome", outcome);
            Assert.equal(null, script.cause(), "cause");
            peer.awaitReset();
        }
        Conditions.await(
                "no engine has a connection",
                () -> fixture.engine().stats().connections() == 0
                        && fixture.target().stats().connections() == 0);
    }
}
