package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Shutdown;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import dev.gearbox.testkit.fixture.Shifts;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Connections that are closed from outside their sessions' callbacks: the session may still send its last bytes, and then so may its decorator. With an engine or
 * a listener that is closed with a grace period, it may also finish what it does first.
 */
final class ClosingBehaviours {
    private static final byte[] LAST_WORD = {1, 2, 3};
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Options PATIENT = Options.DEFAULT.withLinger(Conditions.LIMIT);

    private ClosingBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "all of an engine's connections closed from outside end cleanly for their peers",
                        ClosingBehaviours::engineClosed),
                Behaviour.of(
                        "all of a listener's connections closed from outside end cleanly for their peers",
                        ClosingBehaviours::listenerClosed),
                Behaviour.of("a session closed from outside sends its last bytes", ClosingBehaviours::lastWord),
                Behaviour.of(
                        "a session that does not close on closing() is closed after the linger",
                        ClosingBehaviours::silent),
                Behaviour.shifting(
                        "a session closed from outside sends its last bytes after a shift",
                        ClosingBehaviours::lastWordElsewhere),
                Behaviour.of(
                        "an engine closed with a grace ends quiet connections in order", ClosingBehaviours::inOrder),
                Behaviour.of("a session finishes what it does and then ends", ClosingBehaviours::finishing),
                Behaviour.of("an engine closed without a grace asks no session to finish", ClosingBehaviours::unasked),
                Behaviour.of(
                        "a listener closed with a grace ends its connections and no others",
                        ClosingBehaviours::listenerStopped),
                Behaviour.of("a listener cuts off what does not end within its grace", ClosingBehaviours::cutOff),
                Behaviour.shifting(
                        "a listener closed with a grace ends connections that were shifted",
                        ClosingBehaviours::elsewhere),
                Behaviour.of("awaitClosed returns how the engine was closed", ClosingBehaviours::awaited));
    }

    private static void engineClosed(EngineFixture fixture) throws Exception {
        endCleanly(fixture, _ -> fixture.engine().connections().forEach(Connection::close));
    }

    private static void listenerClosed(EngineFixture fixture) throws Exception {
        endCleanly(
                fixture,
                listeners -> listeners.forEach(listener -> {
                    listener.close();
                    listener.connections().forEach(Connection::close);
                }));
    }

    /** Closes the connections of the network side, which know only the decorated sessions: a peer that uses TLS must read to an authentic end. */
    private static void endCleanly(EngineFixture fixture, Consumer<List<Listener>> close) throws Exception {
        List<Listener> listeners = new ArrayList<>();
        List<ScriptedProtocol> scripts = new ArrayList<>();
        List<Peer> peers = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            ScriptedProtocol script = Shifts.echo();
            Listener listener = fixture.listener(script, PATIENT);
            Peer peer = fixture.peer((InetSocketAddress) listener.address());
            peer.echo(fixture.bytes(100));
            scripts.add(script);
            listeners.add(listener);
            peers.add(peer);
        }
        close.accept(listeners);
        for (int index = 0; index < peers.size(); index++) {
            Assert.equal(0, peers.get(index).receiveAll().length, "bytes before the end");
            peers.get(index).close();
            Assert.equal(null, scripts.get(index).cause(), "cause");
        }
    }

    private static void lastWord(EngineFixture fixture) throws Exception {
        byte[] before = fixture.bytes(1_000_000);
        for (boolean itself : new boolean[] {false, true}) {
            CompletableFuture<Boolean> asked = new CompletableFuture<>();
            ScriptedProtocol script = new ScriptedProtocol()
                    .opening(connection -> connection.write(ByteBuffer.wrap(before)))
                    .asked(connection -> {
                        if (!asked.complete(true)) {
                            fixture.violation("closing() twice");
                        }
                        connection.write(ByteBuffer.wrap(LAST_WORD));
                        if (itself) {
                            connection.schedule(Duration.ZERO, () -> {
                                connection.write(ByteBuffer.wrap(LAST_WORD));
                                connection.close();
                            });
                        }
                        return !itself;
                    });
            Peer peer = fixture.peer(fixture.listen(script, PATIENT));
            Connection connection = script.connection();
            connection.close();
            connection.close();
            Assert.equal(before, peer.receive(before.length), "what was written before");
            Assert.equal(LAST_WORD, peer.receive(LAST_WORD.length), "the last bytes");
            byte[] rest = peer.receiveAll();
            Assert.equal(itself ? LAST_WORD : new byte[0], rest, "what follows them");
            peer.close();
            Assert.equal(null, script.cause(), "cause");
        }
    }

    private static void silent(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().asked(_ -> false);
        Peer peer = fixture.peer(fixture.listen(script, Options.DEFAULT.withLinger(Duration.ofMillis(20))));
        script.connection().close();
        Assert.equal(0, peer.receiveAll().length, "bytes before the end");
        peer.close();
        Assert.equal(null, script.cause(), "cause");
    }

    private static void lastWordElsewhere(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo().asked(connection -> {
            connection
                    .shiftTo(fixture.target())
                    .whenComplete((_, _) -> connection.execute(() -> {
                        connection.write(ByteBuffer.wrap(LAST_WORD));
                        connection.close();
                    }));
            return false;
        });
        Peer peer = fixture.peer(fixture.listen(script, PATIENT));
        fixture.target();
        peer.echo(fixture.bytes(100));
        script.connection().close();
        Assert.equal(LAST_WORD, peer.receiveAll(), "the last bytes");
        peer.close();
        Assert.equal(null, script.cause(), "cause");
        long shifts = fixture.target().stats().shiftsIn();
        // A composite engine may move the connection between its parts as well.
        Assert.that(fixture.card().isComposite() ? shifts >= 1 : shifts == 1, shifts + " shifts");
    }

    // ---- An engine or a listener that is closed with a grace period

    private static void inOrder(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo().asked(connection -> {
            connection.write(ByteBuffer.wrap(LAST_WORD));
            return true;
        });
        Peer peer = fixture.peer(fixture.listen(script));
        peer.echo(fixture.bytes(100));
        FutureTask<Shutdown> closing = fixture.start(() -> fixture.engine().close(Conditions.LIMIT));
        Assert.equal(LAST_WORD, peer.receiveAll(), "bytes before the end");
        peer.close();
        Assert.equal(Shutdown.GRACEFUL, fixture.finish(closing), "shutdown");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void finishing(EngineFixture fixture) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<Void> told = new CompletableFuture<>();
        ScriptedProtocol script = new ScriptedProtocol()
                .receiving((connection, in) -> {
                    connection.write(in);
                    if (asked.get() > 0) {
                        connection.close();
                    }
                })
                .stopping(_ -> {
                    asked.incrementAndGet();
                    told.complete(null);
                    return false;
                });
        Peer peer = fixture.peer(fixture.listen(script));
        peer.echo(fixture.bytes(100));
        FutureTask<Shutdown> closing = fixture.start(() -> fixture.engine().close(Conditions.LIMIT));
        Conditions.await("the session is asked to finish", told);
        Assert.that(!closing.isDone(), "close() returned while a session was busy");
        byte[] last = fixture.bytes(100);
        peer.send(last);
        Assert.equal(last, peer.receiveAll(), "the last answer");
        peer.close();
        Assert.equal(Shutdown.GRACEFUL, fixture.finish(closing), "shutdown");
        Assert.equal(null, script.cause(), "cause");
        Assert.equal(1, asked.get(), "stopping()");
    }

    private static void unasked(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo().stopping(_ -> {
            fixture.violation("stopping() without a grace");
            return true;
        });
        fixture.peer(fixture.listen(script)).echo(fixture.bytes(100));
        Assert.equal(Shutdown.FORCED, fixture.engine().close(Duration.ZERO), "shutdown");
        Assert.instance(EngineClosedException.class, script.cause(), "cause");
    }

    private static void listenerStopped(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Listener listener = fixture.listener(script, EngineFixture.OPTIONS);
        Peer peer = fixture.peer((InetSocketAddress) listener.address());
        peer.echo(fixture.bytes(100));
        Peer other = fixture.peer(fixture.listen(Shifts.echo()));
        other.echo(fixture.bytes(100));
        FutureTask<Shutdown> closing = fixture.start(() -> listener.close(Conditions.LIMIT));
        Assert.equal(0, peer.receiveAll().length, "bytes before the end");
        peer.close();
        Assert.equal(Shutdown.GRACEFUL, fixture.finish(closing), "outcome");
        Assert.equal(null, script.cause(), "cause");
        other.echo(fixture.bytes(100));
        Assert.equal(Shutdown.GRACEFUL, listener.close(MOMENT), "the outcome without connections");
    }

    private static void cutOff(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo().stopping(_ -> false);
        Listener listener = fixture.listener(script, EngineFixture.OPTIONS);
        Peer peer = fixture.peer((InetSocketAddress) listener.address());
        peer.echo(fixture.bytes(100));
        Peer other = fixture.peer(fixture.listen(Shifts.echo()));
        other.echo(fixture.bytes(100));
        Assert.equal(Shutdown.FORCED, listener.close(MOMENT), "outcome");
        Assert.instance(EngineClosedException.class, script.cause(), "cause");
        peer.awaitClosed();
        other.echo(fixture.bytes(100));
    }

    private static void elsewhere(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        ScriptedProtocol busy = Shifts.echo().stopping(_ -> false);
        Listener listener = fixture.listener(script, EngineFixture.OPTIONS);
        Listener another = fixture.listener(busy, EngineFixture.OPTIONS);
        Peer peer = fixture.peer((InetSocketAddress) listener.address());
        Peer busyPeer = fixture.peer((InetSocketAddress) another.address());
        peer.echo(fixture.bytes(100));
        busyPeer.echo(fixture.bytes(100));
        Shifts.shift(script.connection(), fixture.target());
        Shifts.shift(busy.connection(), fixture.target());
        FutureTask<Shutdown> closing = fixture.start(() -> listener.close(Conditions.LIMIT));
        Assert.equal(0, peer.receiveAll().length, "bytes before the end");
        peer.close();
        Assert.equal(Shutdown.GRACEFUL, fixture.finish(closing), "outcome");
        Assert.equal(null, script.cause(), "cause");
        busyPeer.echo(fixture.bytes(100));
        Assert.equal(Shutdown.FORCED, another.close(MOMENT), "the other's outcome");
        Assert.instance(EngineClosedException.class, busy.cause(), "the other's cause");
    }

    private static void awaited(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        fixture.peer(fixture.listen(script)).echo(fixture.bytes(100));
        FutureTask<Shutdown> waiting = fixture.start(() -> fixture.engine().awaitClosed());
        CompletableFuture<Void> refused = new CompletableFuture<>();
        Connection connection = script.connection();
        connection.execute(() -> {
            try {
                Shutdown early = fixture.engine().awaitClosed();
                refused.completeExceptionally(new AssertionError("awaitClosed() returned " + early));
            } catch (InterruptedException | IllegalStateException expected) {
                refused.complete(null);
            }
        });
        Conditions.await("awaitClosed() in a callback is refused", refused);
        Assert.that(!waiting.isDone(), "awaitClosed() returned before close()");
        Assert.equal(Shutdown.FORCED, fixture.engine().close(Duration.ZERO), "shutdown");
        Assert.equal(Shutdown.FORCED, fixture.finish(waiting), "what the waiting thread learned");
    }
}
