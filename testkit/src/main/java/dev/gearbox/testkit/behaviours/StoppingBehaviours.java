package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Shutdown;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Engines and listeners that are closed with a grace period: sessions finish what they do, and the rest is cut off. */
final class StoppingBehaviours {
    private static final byte[] LAST_WORD = {1, 2, 3};
    private static final Duration MOMENT = Duration.ofMillis(1);

    private StoppingBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "an engine closed with a grace ends quiet connections in order", StoppingBehaviours::inOrder),
                Behaviour.of("a session finishes what it does and then ends", StoppingBehaviours::finishing),
                Behaviour.of("an engine closed without a grace asks no session to finish", StoppingBehaviours::unasked),
                Behaviour.of(
                        "a listener closed with a grace ends its connections and no others",
                        StoppingBehaviours::listener),
                Behaviour.of("a listener cuts off what does not end within its grace", StoppingBehaviours::cutOff),
                Behaviour.shifting(
                        "a listener closed with a grace ends connections that were shifted",
                        StoppingBehaviours::elsewhere),
                Behaviour.of("whoever waits for the end of an engine learns how it went", StoppingBehaviours::awaited));
    }

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

    private static void listener(EngineFixture fixture) throws Exception {
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
