package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.CollectingSession;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** How connections end without an error: each direction separately, or both at once, and never with loss. */
final class EndBehaviours {
    private EndBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a peer that ends is answered to the last byte", EndBehaviours::peerEnds),
                Behaviour.needing(
                        Capability.HALF_CLOSE,
                        "a session goes on sending after its peer has ended",
                        EndBehaviours::goesOn),
                Behaviour.needing(
                        Capability.HALF_CLOSE,
                        "a session sends much more, later, after its peer has ended",
                        EndBehaviours::goesOnLater),
                Behaviour.needing(
                        Capability.HALF_CLOSE,
                        "a peer goes on sending after the session has ended",
                        EndBehaviours::listensOn),
                Behaviour.of("end sends what is queued first", EndBehaviours::endFlushes),
                Behaviour.of("close sends what is queued first", EndBehaviours::closeFlushes),
                Behaviour.of(
                        "close waits no longer than the linger for a peer that does not read", EndBehaviours::linger),
                Behaviour.of("close from another thread", EndBehaviours::closeFromOutside),
                Behaviour.of("close from another thread while paused", EndBehaviours::closePaused),
                Behaviour.of("close from another thread while a write is stuck", EndBehaviours::closeStuck),
                Behaviour.of("close from many threads at once", EndBehaviours::closeFromMany),
                Behaviour.of("write after end or close is refused", EndBehaviours::writeAfter),
                Behaviour.of("methods confined to callbacks are refused elsewhere", EndBehaviours::wrongThread));
    }

    private static void peerEnds(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(1_000_000);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer peer = fixture.peer(fixture.listen(script), 16 << 10);
        var sending = fixture.start(() -> {
            peer.send(bytes);
            peer.endOutput();
            return null;
        });
        Assert.equal(bytes, peer.receiveAll(), "answers to a peer that had ended");
        fixture.finish(sending);
        Assert.equal(null, script.cause(), "cause");
    }

    private static void goesOn(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(300_000);
        AtomicInteger at = new AtomicInteger();
        ScriptedProtocol script = new ScriptedProtocol().ended(connection -> {
            connection.execute(() -> more(connection, bytes, at));
            return true;
        });
        Peer peer = fixture.peer(fixture.listen(script));
        peer.send(new byte[10]);
        peer.endOutput();
        Assert.equal(bytes, peer.receiveAll(), "what was sent after the peer had ended");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void more(Connection connection, byte[] bytes, AtomicInteger at) {
        int from = at.getAndAdd(30_000);
        if (from < bytes.length) {
            connection.write(ByteBuffer.wrap(bytes, from, 30_000));
            connection.schedule(Duration.ofMillis(1), () -> more(connection, bytes, at));
        } else {
            connection.end();
        }
    }

    /** Twice as much as the kernel accepts at once, without other work for the connection in between. */
    private static void goesOnLater(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(5_000_000);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        ScriptedProtocol script = new ScriptedProtocol().ended(connection -> ended.complete(null));
        Peer peer = fixture.peer(fixture.listen(script), 16 << 10);
        peer.endOutput();
        Connection connection = script.connection();
        Conditions.await("the peer's end is reported", ended);
        for (boolean last : new boolean[] {false, true}) {
            CompletableFuture<Void> stuck = new CompletableFuture<>();
            connection.execute(() -> {
                connection.write(ByteBuffer.wrap(bytes));
                if (last) {
                    connection.end();
                }
                // In a later turn: everything that could be sent without a reader has been sent.
                connection.execute(() -> stuck.complete(null));
            });
            Conditions.await("the write is stuck", stuck);
            Assert.equal(bytes, last ? peer.receiveAll() : peer.receive(bytes.length), "what was sent after the end");
        }
        Assert.equal(null, script.cause(), "cause");
    }

    private static void listensOn(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(500_000);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        InetSocketAddress address = fixture.listen(connection -> {
            connection.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            connection.end();
            connection.end();
            return new CollectingSession(got);
        });
        Peer peer = fixture.peer(address);
        Assert.equal(new byte[] {1, 2, 3}, peer.receiveAll(), "what was sent before the end");
        peer.send(bytes);
        peer.endOutput();
        Assert.equal(bytes, Conditions.await("the session is closed", got), "what came after our end");
    }

    private static void endFlushes(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(5_000_000);
        ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
            connection.write(ByteBuffer.wrap(bytes));
            connection.end();
        });
        Peer peer = fixture.peer(fixture.listen(script), 8 << 10);
        Assert.equal(bytes, peer.receiveAll(), "what was queued before end()");
        peer.endOutput();
        Assert.equal(null, script.cause(), "cause");
    }

    private static void closeFlushes(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(5_000_000);
        ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
            connection.write(ByteBuffer.wrap(bytes));
            connection.close();
            connection.close();
        });
        Peer peer = fixture.peer(fixture.listen(script, EngineFixture.OPTIONS.withLinger(Conditions.LIMIT)), 32 << 10);
        Assert.equal(bytes, peer.receiveAll(), "what was queued before close()");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void linger(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
            connection.write(ByteBuffer.allocate(12_000_000));
            connection.close();
        });
        Peer peer =
                fixture.peer(fixture.listen(script, EngineFixture.OPTIONS.withLinger(Duration.ofMillis(30))), 4 << 10);
        Assert.equal(null, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void closeFromOutside(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        connection.close();
        Assert.equal(0, peer.receiveAll().length, "bytes before the end");
        Assert.equal(null, script.cause(), "cause");
        connection.close();
        connection.execute(() -> fixture.violation("a task ran after closed()"));
        connection
                .schedule(Duration.ZERO, () -> fixture.violation("a timer ran after closed()"))
                .cancel();
    }

    private static void closePaused(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().opening(Connection::pause);
        Peer peer = fixture.peer(fixture.listen(script));
        script.connection().close();
        Assert.equal(0, peer.receiveAll().length, "bytes before the end");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void closeStuck(EngineFixture fixture) throws Exception {
        ScriptedProtocol script =
                new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.allocate(12_000_000)));
        Peer peer =
                fixture.peer(fixture.listen(script, EngineFixture.OPTIONS.withLinger(Duration.ofMillis(20))), 4 << 10);
        Connection connection = script.connection();
        connection.close();
        Assert.equal(null, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void closeFromMany(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer peer = fixture.peer(fixture.listen(script));
        peer.echo(new byte[100]);
        Connection connection = script.connection();
        fixture.together(
                () -> {
                    connection.close();
                    return null;
                },
                () -> {
                    connection.execute(connection::close);
                    return null;
                },
                () -> {
                    connection.execute(connection::end);
                    return null;
                },
                () -> {
                    peer.endOutput();
                    return null;
                });
        script.cause();
        peer.awaitClosed();
    }

    private static void writeAfter(EngineFixture fixture) throws Exception {
        for (boolean closing : new boolean[] {false, true}) {
            CompletableFuture<Void> refused = new CompletableFuture<>();
            ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
                connection.write(ByteBuffer.wrap(new byte[] {1}));
                if (closing) {
                    connection.close();
                } else {
                    connection.end();
                }
                try {
                    connection.write(ByteBuffer.wrap(new byte[] {2}));
                    refused.completeExceptionally(new AssertionError("write() was accepted"));
                } catch (IllegalStateException expected) {
                    refused.complete(null);
                }
            });
            Peer peer = fixture.peer(fixture.listen(script));
            Assert.equal(new byte[] {1}, peer.receiveAll(), "what was written before");
            Conditions.await("write() after the end is refused", refused);
            peer.close();
            Assert.equal(null, script.cause(), "cause");
        }
    }

    private static void wrongThread(EngineFixture fixture) throws Exception {
        CompletableFuture<Void> fromOther = new CompletableFuture<>();
        ScriptedProtocol victim = new ScriptedProtocol();
        Peer first = fixture.peer(fixture.listen(victim));
        Connection connection = victim.connection();
        ScriptedProtocol other = new ScriptedProtocol().opening(self -> {
            // On event loops this is the very thread that owns the other connection, too.
            try {
                refuses(connection);
                fromOther.complete(null);
            } catch (AssertionError allowed) {
                fromOther.completeExceptionally(allowed);
            }
        });
        fixture.peer(fixture.listen(other));
        refuses(connection);
        Conditions.await("another session's callback is not allowed either", fromOther);
        first.endOutput();
        Assert.equal(null, victim.cause(), "cause");
    }

    private static void refuses(Connection connection) {
        Assert.fails(IllegalStateException.class, () -> connection.write(ByteBuffer.allocate(1)), "write()");
        Assert.fails(IllegalStateException.class, connection::end, "end()");
        Assert.fails(IllegalStateException.class, connection::pause, "pause()");
        Assert.fails(IllegalStateException.class, connection::resume, "resume()");
    }
}
