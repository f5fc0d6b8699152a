package dev.gearbox.testkit.counts;

import dev.gearbox.core.Capability;
import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** An engine counts why its connections were closed: each once, before its session is notified. */
public final class CloseCauseBehaviours {
    /** More than the system takes for a peer that does not read. */
    private static final int MUCH = 12_000_000;

    private CloseCauseBehaviours() {}

    /** Returns them. */
    public static List<Behaviour> all() {
        return List.of(
                Behaviour.of("who ended a connection first is counted", CloseCauseBehaviours::orderly),
                Behaviour.of("a reset of the peer is counted", CloseCauseBehaviours::reset),
                Behaviour.of("an exception of a callback is counted by its kind", CloseCauseBehaviours::thrown),
                Behaviour.of("a connection beyond a cap is counted", CloseCauseBehaviours::overflow),
                Behaviour.of("output dropped after the linger is counted", CloseCauseBehaviours::linger),
                Behaviour.of("a stated cause is counted", CloseCauseBehaviours::stated),
                Behaviour.of("connections of a closed engine are counted", CloseCauseBehaviours::engineClosed),
                new Behaviour(
                        "a shifted connection is counted where it is closed",
                        EnumSet.of(Capability.SERVER, Capability.SHIFT_IN, Capability.SHIFT_OUT),
                        CloseCauseBehaviours::shifted,
                        false));
    }

    private static void orderly(EngineFixture fixture) throws Exception {
        ScriptedProtocol served = new ScriptedProtocol();
        Peer first = fixture.peer(fixture.listen(served));
        served.connection();
        first.endOutput();
        Assert.equal(null, served.cause(), "cause after the peer's end");
        counted(fixture.engine(), Map.of(CloseCause.PEER, 1L));

        ScriptedProtocol ending = new ScriptedProtocol().opening(Connection::end);
        Peer second = fixture.peer(fixture.listen(ending));
        second.receiveAll();
        second.endOutput();
        Assert.equal(null, ending.cause(), "cause after our end");
        counted(fixture.engine(), Map.of(CloseCause.PEER, 1L, CloseCause.OURS, 1L));

        ScriptedProtocol closing = new ScriptedProtocol();
        fixture.peer(fixture.listen(closing));
        closing.connection().close();
        Assert.equal(null, closing.cause(), "cause after our close");
        counted(fixture.engine(), Map.of(CloseCause.PEER, 1L, CloseCause.OURS, 2L));
    }

    private static void reset(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving(Connection::write);
        Peer peer = fixture.peer(fixture.listen(script));
        peer.echo(new byte[10]);
        peer.reset();
        script.cause();
        counted(fixture.engine(), Map.of(CloseCause.RESET, 1L));
    }

    private static void thrown(EngineFixture fixture) throws Exception {
        throwing(fixture, new IllegalStateException("planted"));
        counted(fixture.engine(), Map.of(CloseCause.CALLBACK_ERROR, 1L));
        throwing(fixture, new IOException("planted: not what this protocol expects"));
        counted(fixture.engine(), Map.of(CloseCause.CALLBACK_ERROR, 1L, CloseCause.PROTOCOL_ERROR, 1L));
    }

    private static void throwing(EngineFixture fixture, Exception planted) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol()
                .receiving((connection, in) -> CloseCauseBehaviours.<RuntimeException>rethrow(planted));
        fixture.peer(fixture.listen(script)).send(new byte[1]);
        Assert.equal(planted, script.cause(), "cause");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Exception> void rethrow(Exception planted) throws T {
        throw (T) planted;
    }

    private static void overflow(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            while (!connection.write(ByteBuffer.allocate(100_000))) {
                // Until the cap closes the connection: then the answer is true again.
            }
            connection.execute(() -> fixture.violation("a task ran after the overflow"));
        });
        Options caps = EngineFixture.OPTIONS.withCaps(1_000_000, 1_000_000);
        Peer peer = fixture.peer(fixture.listen(script, caps), 4 << 10);
        peer.send(new byte[1]);
        script.cause();
        counted(fixture.engine(), Map.of(CloseCause.OVERFLOW, 1L));
    }

    private static void linger(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            connection.write(ByteBuffer.allocate(MUCH));
            connection.close();
        });
        Options hasty = Options.DEFAULT.withLinger(Duration.ofMillis(50));
        Peer peer = fixture.peer(fixture.listen(script, hasty), 4 << 10);
        peer.send(new byte[1]);
        Assert.equal(null, script.cause(), "cause");
        counted(fixture.engine(), Map.of(CloseCause.LINGER_TIMEOUT, 1L));
    }

    private static void stated(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            CloseCause.state(connection, CloseCause.IDLE_TIMEOUT);
            CloseCause.state(connection, CloseCause.SYSTEM_ERROR);
            connection.close();
        });
        fixture.peer(fixture.listen(script)).send(new byte[1]);
        Assert.equal(null, script.cause(), "cause");
        counted(fixture.engine(), Map.of(CloseCause.IDLE_TIMEOUT, 1L));
    }

    /** One of them ends when it is asked to, the other one is cut off. */
    private static void engineClosed(EngineFixture fixture) throws Exception {
        ScriptedProtocol obedient = new ScriptedProtocol();
        ScriptedProtocol stubborn = new ScriptedProtocol().stopping(connection -> false);
        fixture.peer(fixture.listen(obedient));
        fixture.peer(fixture.listen(stubborn));
        obedient.connection();
        stubborn.connection();
        fixture.engine().close(Duration.ofMillis(100));
        counted(fixture.engine(), Map.of(CloseCause.ENGINE_CLOSED, 2L));
    }

    private static void shifted(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving(Connection::write);
        Peer peer = fixture.peer(fixture.listen(script));
        Conditions.await("the shift", script.connection().shiftTo(fixture.target()));
        peer.echo(new byte[10]);
        peer.endOutput();
        script.cause();
        counted(fixture.engine(), Map.of());
        counted(fixture.target(), Map.of(CloseCause.PEER, 1L));
    }

    private static void counted(Engine engine, Map<CloseCause, Long> expected) {
        Map<CloseCause, Long> counted = new EnumMap<>(CloseCause.class);
        engine.stats().closed().forEach((cause, count) -> {
            if (count > 0) {
                counted.put(cause, count);
            }
        });
        Assert.equal(expected, counted, "connections closed, by cause");
    }
}
