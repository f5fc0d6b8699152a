package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Collecting;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** How connections end when nobody does anything wrong: each direction by itself, or both at once, and never with loss. */
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
                Behaviour.of("what belongs in a callback is refused elsewhere", EndBehaviours::wrongThread));
    }

    private static void peerEnds(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(1_000_000);
        Script script = new Script().receiving((connection, in) -> connection.write(in));
        Peer peer = stage.peer(stage.listen(script), 16 << 10);
        var sending = stage.start(() -> {
            peer.send(bytes);
            peer.endOutput();
            return null;
        });
        Check.equal(bytes, peer.receiveAll(), "answers to a peer that had ended");
        stage.finish(sending);
        Check.equal(null, script.cause(), "cause");
    }

    private static void goesOn(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(300_000);
        AtomicInteger at = new AtomicInteger();
        Script script = new Script().ended(connection -> {
            connection.execute(() -> more(connection, bytes, at));
            return true;
        });
        Peer peer = stage.peer(stage.listen(script));
        peer.send(new byte[10]);
        peer.endOutput();
        Check.equal(bytes, peer.receiveAll(), "what was sent after the peer had ended");
        Check.equal(null, script.cause(), "cause");
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

    /** Twice so much that the kernel does not take it at once, with nothing to do for the connection in between. */
    private static void goesOnLater(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(5_000_000);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Script script = new Script().ended(connection -> ended.complete(null));
        Peer peer = stage.peer(stage.listen(script), 16 << 10);
        peer.endOutput();
        Connection connection = script.connection();
        Patience.await("the peer's end is told", ended);
        for (boolean last : new boolean[] {false, true}) {
            CompletableFuture<Void> stuck = new CompletableFuture<>();
            connection.execute(() -> {
                connection.write(ByteBuffer.wrap(bytes));
                if (last) {
                    connection.end();
                }
                // In a later turn: what could be sent without a reader has been.
                connection.execute(() -> stuck.complete(null));
            });
            Patience.await("the write is stuck", stuck);
            Check.equal(bytes, last ? peer.receiveAll() : peer.receive(bytes.length), "what was sent after the end");
        }
        Check.equal(null, script.cause(), "cause");
    }

    private static void listensOn(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(500_000);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        InetSocketAddress address = stage.listen(connection -> {
            connection.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            connection.end();
            connection.end();
            return new Collecting(got);
        });
        Peer peer = stage.peer(address);
        Check.equal(new byte[] {1, 2, 3}, peer.receiveAll(), "what was sent before the end");
        peer.send(bytes);
        peer.endOutput();
        Check.equal(bytes, Patience.await("the session is closed", got), "what came after our end");
    }

    private static void endFlushes(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(5_000_000);
        Script script = new Script().opening(connection -> {
            connection.write(ByteBuffer.wrap(bytes));
            connection.end();
        });
        Peer peer = stage.peer(stage.listen(script), 8 << 10);
        Check.equal(bytes, peer.receiveAll(), "what was queued before end()");
        peer.endOutput();
        Check.equal(null, script.cause(), "cause");
    }

    private static void closeFlushes(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(5_000_000);
        Script script = new Script().opening(connection -> {
            connection.write(ByteBuffer.wrap(bytes));
            connection.close();
            connection.close();
        });
        Peer peer = stage.peer(stage.listen(script, Stage.OPTIONS.withLinger(Patience.LIMIT)), 32 << 10);
        Check.equal(bytes, peer.receiveAll(), "what was queued before close()");
        Check.equal(null, script.cause(), "cause");
    }

    private static void linger(Stage stage) throws Exception {
        Script script = new Script().opening(connection -> {
            connection.write(ByteBuffer.allocate(12_000_000));
            connection.close();
        });
        Peer peer = stage.peer(stage.listen(script, Stage.OPTIONS.withLinger(Duration.ofMillis(30))), 4 << 10);
        Check.equal(null, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void closeFromOutside(Stage stage) throws Exception {
        Script script = new Script();
        Peer peer = stage.peer(stage.listen(script));
        Connection connection = script.connection();
        connection.close();
        Check.equal(0, peer.receiveAll().length, "bytes before the end");
        Check.equal(null, script.cause(), "cause");
        connection.close();
        connection.execute(() -> stage.violation("a task ran after closed()"));
        connection
                .schedule(Duration.ZERO, () -> stage.violation("a timer ran after closed()"))
                .cancel();
    }

    private static void closePaused(Stage stage) throws Exception {
        Script script = new Script().opening(Connection::pause);
        Peer peer = stage.peer(stage.listen(script));
        script.connection().close();
        Check.equal(0, peer.receiveAll().length, "bytes before the end");
        Check.equal(null, script.cause(), "cause");
    }

    private static void closeStuck(Stage stage) throws Exception {
        Script script = new Script().opening(connection -> connection.write(ByteBuffer.allocate(12_000_000)));
        Peer peer = stage.peer(stage.listen(script, Stage.OPTIONS.withLinger(Duration.ofMillis(20))), 4 << 10);
        Connection connection = script.connection();
        connection.close();
        Check.equal(null, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void closeFromMany(Stage stage) throws Exception {
        Script script = new Script().receiving((connection, in) -> connection.write(in));
        Peer peer = stage.peer(stage.listen(script));
        peer.echo(new byte[100]);
        Connection connection = script.connection();
        stage.together(
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

    private static void writeAfter(Stage stage) throws Exception {
        for (boolean closing : new boolean[] {false, true}) {
            CompletableFuture<Void> refused = new CompletableFuture<>();
            Script script = new Script().opening(connection -> {
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
            Peer peer = stage.peer(stage.listen(script));
            Check.equal(new byte[] {1}, peer.receiveAll(), "what was written before");
            Patience.await("write() after the end is refused", refused);
            peer.close();
            Check.equal(null, script.cause(), "cause");
        }
    }

    private static void wrongThread(Stage stage) throws Exception {
        CompletableFuture<Void> fromOther = new CompletableFuture<>();
        Script victim = new Script();
        Peer first = stage.peer(stage.listen(victim));
        Connection connection = victim.connection();
        Script other = new Script().opening(self -> {
            // On event loops this is the very thread that owns the other connection, too.
            try {
                refuses(connection);
                fromOther.complete(null);
            } catch (AssertionError allowed) {
                fromOther.completeExceptionally(allowed);
            }
        });
        stage.peer(stage.listen(other));
        refuses(connection);
        Patience.await("another session's callback is no place either", fromOther);
        first.endOutput();
        Check.equal(null, victim.cause(), "cause");
    }

    private static void refuses(Connection connection) {
        Check.fails(IllegalStateException.class, () -> connection.write(ByteBuffer.allocate(1)), "write()");
        Check.fails(IllegalStateException.class, connection::end, "end()");
        Check.fails(IllegalStateException.class, connection::pause, "pause()");
        Check.fails(IllegalStateException.class, connection::resume, "resume()");
    }
}
