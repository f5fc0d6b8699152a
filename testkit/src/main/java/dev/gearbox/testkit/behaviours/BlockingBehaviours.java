package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Shutdown;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A callback that blocks keeps nobody but its own connection, and that one goes on where the callback has left off. What a callback waits for comes
 * only of what others do meanwhile: an engine that makes them wait, too, hangs.
 */
final class BlockingBehaviours {
    private static final int GUILTY = 5;
    private static final int INNOCENT = 100;

    private BlockingBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                blocking("callbacks that block keep nobody else", BlockingBehaviours::many),
                blocking("a callback that computes for long keeps nobody else", BlockingBehaviours::computing),
                blocking("open() and closed() that block keep nobody else", BlockingBehaviours::openAndClosed),
                blocking("what comes while a callback blocks waits for it, in order", BlockingBehaviours::pipelined),
                blocking("tasks and timers of a connection whose callback blocks", BlockingBehaviours::tasks),
                blocking("timers set and cancelled behind a block", BlockingBehaviours::timersBehind),
                blocking("close, end and a failure behind a block", BlockingBehaviours::endsBehind),
                blocking("megabytes written behind a block", BlockingBehaviours::writesBehind),
                blocking("a reset while a callback blocks", BlockingBehaviours::reset),
                blocking("the peer's end while a callback blocks", BlockingBehaviours::peersEnd),
                blocking("a listener closed behind a block", BlockingBehaviours::listenerClosed),
                blocking("blocks in turn with its neighbours", BlockingBehaviours::inTurn),
                new Behaviour(
                        "a shift asked for behind a block",
                        EnumSet.of(Capability.SERVER, Capability.BLOCKING, Capability.SHIFT_IN, Capability.SHIFT_OUT),
                        BlockingBehaviours::shift),
                blocking("shutdown while a callback blocks", BlockingBehaviours::shutdown));
    }

    private static Behaviour blocking(String name, Behaviour.Body body) {
        return Behaviour.needing(Capability.BLOCKING, name, body);
    }

    /** A callback waits here until somebody has seen it, and lets it go. */
    private static final class Gate {
        final CountDownLatch entered;
        private final CountDownLatch open = new CountDownLatch(1);

        Gate(int guilty) {
            entered = new CountDownLatch(guilty);
        }

        void pass() {
            entered.countDown();
            try {
                Patience.await("the gate opens", open);
            } catch (InterruptedException ended) {
                throw new AssertionError(ended);
            }
        }

        /** Somebody is in the callback, and no other connection can be kept by that. */
        void awaitEntered(Neighbour neighbour) throws Exception {
            Patience.await("the callback is entered", entered);
            neighbour.check();
        }

        void open() {
            open.countDown();
        }
    }

    /** Another connection of the same engine. */
    private record Neighbour(Peer peer) {
        static Neighbour of(Stage stage) throws Exception {
            Neighbour neighbour = new Neighbour(stage.peer(stage.listen(connection -> connection::write)));
            neighbour.check();
            return neighbour;
        }

        /** It is served now. */
        void check() throws Exception {
            peer.echo(new byte[] {1, 2, 3});
        }
    }

    /** Blocks at the first bytes, then does {@code behind} in the same callback. */
    private static Script guilty(Gate gate, Consumer<Connection> behind) {
        AtomicBoolean first = new AtomicBoolean(true);
        return new Script().receiving((connection, in) -> {
            if (first.getAndSet(false)) {
                gate.pass();
                in.position(in.limit());
                behind.accept(connection);
            } else {
                connection.write(in);
            }
        });
    }

    private static void answer(Connection connection, int what) {
        connection.write(ByteBuffer.wrap(new byte[] {(byte) what}));
    }

    private static void many(Stage stage) throws Exception {
        Gate gate = new Gate(GUILTY);
        InetSocketAddress address = stage.listen(connection -> in -> {
            if (in.get(in.position()) == 'B') {
                gate.pass();
            }
            connection.write(in);
        });
        List<Peer> guilty = new ArrayList<>();
        List<Peer> innocent = new ArrayList<>();
        for (int count = 0; count < GUILTY; count++) {
            guilty.add(stage.peer(address));
        }
        for (int count = 0; count < INNOCENT / 2; count++) {
            innocent.add(stage.peer(address));
        }
        for (Peer each : guilty) {
            each.send(new byte[] {'B', 'x'});
        }
        Patience.await("all that block are in their callback, on one loop or not", gate.entered);
        for (int count = innocent.size(); count < INNOCENT; count++) {
            innocent.add(stage.peer(address));
        }
        for (int round = 0; round < 3; round++) {
            List<Callable<?>> echoes = new ArrayList<>();
            byte[] bytes = new byte[200 + round];
            innocent.forEach(each -> echoes.add(() -> {
                each.echo(bytes);
                return null;
            }));
            stage.together(echoes.subList(0, 10));
            for (Callable<?> each : echoes.subList(10, echoes.size())) {
                each.call();
            }
        }
        gate.open();
        for (Peer each : guilty) {
            Check.equal(new byte[] {'B', 'x'}, each.receive(2), "the answer behind the block");
            each.echo(new byte[3_000]);
        }
        for (Peer each : innocent) {
            each.echo(new byte[2]);
        }
    }

    private static void computing(Stage stage) throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        CountDownLatch entered = new CountDownLatch(1);
        Peer peer = stage.peer(stage.listen(connection -> in -> {
            entered.countDown();
            while (!enough.get()) {
                Thread.onSpinWait();
            }
            connection.write(in);
        }));
        Neighbour neighbour = Neighbour.of(stage);
        peer.send(new byte[] {7});
        try {
            Patience.await("it computes", entered);
            neighbour.check();
        } finally {
            enough.set(true);
        }
        Check.equal(7, peer.receive(1)[0], "the answer");
        peer.echo(new byte[10]);
    }

    private static void openAndClosed(Stage stage) throws Exception {
        Gate opening = new Gate(1);
        Gate closing = new Gate(1);
        Script script = new Script()
                .opening(connection -> {
                    opening.pass();
                    answer(connection, 1);
                })
                .receiving(Connection::write)
                .closing(connection -> closing.pass());
        Neighbour neighbour = Neighbour.of(stage);
        Peer peer = stage.peer(stage.listen(script));
        peer.send(new byte[] {2});
        opening.awaitEntered(neighbour);
        opening.open();
        Check.equal(new byte[] {1, 2}, peer.receive(2), "what was said behind the block, and the answer");
        peer.endOutput();
        Check.equal(0, peer.receiveAll().length, "bytes at the end");
        closing.awaitEntered(neighbour);
        closing.open();
        Check.equal(null, script.cause(), "cause");
        neighbour.check();
    }

    private static void pipelined(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        AtomicBoolean first = new AtomicBoolean(true);
        Peer peer = stage.peer(stage.listen(connection -> in -> {
            if (first.getAndSet(false)) {
                gate.pass();
            }
            connection.write(in);
        }));
        Neighbour neighbour = Neighbour.of(stage);
        byte[] sent = stage.bytes(300_000);
        FutureTask<?> sending = stage.start(() -> {
            peer.send(sent);
            return null;
        });
        gate.awaitEntered(neighbour);
        gate.open();
        Check.equal(sent, peer.receive(sent.length), "all of it");
        stage.finish(sending);
        neighbour.check();
    }

    private static void tasks(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        Script script = guilty(gate, connection -> answer(connection, 9));
        Peer peer = stage.peer(stage.listen(script));
        Neighbour neighbour = Neighbour.of(stage);
        Connection connection = script.connection();
        // Due while the callback blocks; it says so by its order, and the watch whether it overlaps.
        connection.execute(() -> connection.schedule(Duration.ofMillis(1), () -> answer(connection, 1)));
        Check.equal(1, peer.receive(1)[0], "the timer before");
        connection.execute(() -> connection.schedule(Duration.ofHours(1), () -> answer(connection, 99)));
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        for (int task = 0; task < 10; task++) {
            int number = 10 + task;
            connection.execute(() -> answer(connection, number));
        }
        CountDownLatch fired = new CountDownLatch(1);
        connection.schedule(Duration.ofMillis(1), fired::countDown);
        neighbour.check();
        Check.equal(1L, fired.getCount(), "timers that have fired in another callback");
        gate.open();
        Check.equal(9, peer.receive(1)[0], "the answer of the callback that blocked");
        for (int task = 0; task < 10; task++) {
            Check.equal(10 + task, peer.receive(1)[0], "tasks in order");
        }
        Patience.await("the timer that was set meanwhile", fired);
    }

    private static void timersBehind(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        AtomicInteger cancelled = new AtomicInteger();
        Script script = guilty(gate, connection -> {
            var never = connection.schedule(Duration.ofMillis(1), cancelled::incrementAndGet);
            connection.schedule(Duration.ofMillis(2), () -> answer(connection, 2));
            connection.schedule(Duration.ofMillis(1), () -> answer(connection, 1));
            never.cancel();
        });
        Peer peer = stage.peer(stage.listen(script));
        Neighbour neighbour = Neighbour.of(stage);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Check.equal(new byte[] {1, 2}, peer.receive(2), "timers that were set behind the block");
        Check.equal(0, cancelled.get(), "timers that were cancelled there");
        peer.echo(new byte[10]);
        neighbour.check();
    }

    private static void endsBehind(Stage stage) throws Exception {
        Gate gate = new Gate(3);
        Script closes = guilty(gate, connection -> {
            answer(connection, 1);
            connection.close();
        });
        Script ends = guilty(gate, connection -> {
            answer(connection, 1);
            connection.end();
        });
        Script fails = guilty(gate, connection -> {
            throw new IllegalArgumentException("behind the block");
        });
        List<Peer> peers = new ArrayList<>();
        for (Script each : List.of(closes, ends, fails)) {
            Peer peer = stage.peer(stage.listen(each));
            peer.send(new byte[] {0});
            peers.add(peer);
        }
        gate.awaitEntered(Neighbour.of(stage));
        gate.open();
        Check.equal(1, peers.get(0).receiveAll().length, "bytes of the one that closes");
        Check.equal(1, peers.get(1).receive(1).length, "bytes of the one that ends");
        Check.equal(0, peers.get(1).receiveAll().length, "bytes behind its end");
        peers.get(1).endOutput();
        peers.get(2).awaitClosed();
        Check.equal(null, closes.cause(), "cause of the one that closes");
        Check.equal(null, ends.cause(), "cause of the one that ends");
        Check.instance(IllegalArgumentException.class, fails.cause(), "cause of the one that fails");
    }

    private static void writesBehind(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        byte[] much = stage.bytes(3_000_000);
        AtomicBoolean writable = new AtomicBoolean();
        Script script = guilty(gate, connection -> connection.write(ByteBuffer.wrap(much)))
                .writable(connection -> writable.set(true));
        Peer peer = stage.peer(stage.listen(script), 4 << 10);
        Neighbour neighbour = Neighbour.of(stage);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Check.equal(much, peer.receive(much.length), "what was written behind the block");
        Patience.await("the session may write again", writable::get);
        neighbour.check();
    }

    private static void reset(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        Script script = guilty(gate, connection -> answer(connection, 1));
        Peer peer = stage.ownPeer(stage.listen(script));
        Neighbour neighbour = Neighbour.of(stage);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        peer.reset();
        neighbour.check();
        gate.open();
        Check.instance(ConnectionResetException.class, script.cause(), "cause");
        neighbour.check();
    }

    private static void peersEnd(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        Script script = guilty(gate, connection -> answer(connection, 1));
        Peer peer = stage.peer(stage.listen(script));
        Neighbour neighbour = Neighbour.of(stage);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        peer.endOutput();
        neighbour.check();
        gate.open();
        Check.equal(1, peer.receiveAll().length, "bytes behind the block, and then the end");
        Check.equal(null, script.cause(), "cause");
    }

    private static void listenerClosed(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        var closing = stage.listener(connection -> connection::write, Stage.OPTIONS);
        Script script = guilty(gate, connection -> {
            closing.close();
            answer(connection, 1);
        });
        Peer peer = stage.peer(stage.listen(script));
        Neighbour neighbour = Neighbour.of(stage);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Check.equal(1, peer.receive(1)[0], "the answer");
        neighbour.check();
        stage.peer(stage.listen(connection -> connection::write)).echo(new byte[5]);
    }

    /** Each blocks until the next one does: the last one is let go by its neighbour's echo, and so the first. */
    private static void inTurn(Stage stage) throws Exception {
        int rounds = 4;
        for (int round = 0; round < rounds; round++) {
            Gate[] gates = {new Gate(1), new Gate(1), new Gate(1)};
            List<Peer> peers = new ArrayList<>();
            for (int index = 0; index < gates.length; index++) {
                Gate mine = gates[index];
                peers.add(stage.peer(stage.listen(connection -> in -> {
                    mine.pass();
                    connection.write(in);
                })));
            }
            Neighbour neighbour = Neighbour.of(stage);
            for (int index = 0; index < gates.length; index++) {
                peers.get(index).send(new byte[] {(byte) index});
                gates[index].awaitEntered(neighbour);
            }
            for (int index = gates.length - 1; index >= 0; index--) {
                gates[index].open();
                Check.equal(index, peers.get(index).receive(1)[0], "the answer of the one that was let go");
                neighbour.check();
            }
        }
    }

    private static void shift(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        CountDownLatch moved = new CountDownLatch(1);
        Script script = guilty(
                gate,
                connection -> connection.shiftTo(stage.target()).whenComplete((done, failure) -> {
                    if (failure == null) {
                        moved.countDown();
                    }
                }));
        Peer peer = stage.peer(stage.listen(script));
        Neighbour neighbour = Neighbour.of(stage);
        stage.target();
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Patience.await("it is shifted", moved);
        peer.echo(stage.bytes(2_000));
        Check.equal(stage.target(), script.connection().engine(), "the engine after the shift");
    }

    private static void shutdown(Stage stage) throws Exception {
        Gate gate = new Gate(1);
        Script guilty = guilty(gate, connection -> answer(connection, 1));
        Script quiet = new Script();
        stage.peer(stage.listen(quiet));
        Peer peer = stage.peer(stage.listen(guilty));
        quiet.connection();
        peer.send(new byte[] {0});
        Patience.await("the callback is entered", gate.entered);
        FutureTask<Shutdown> closing = stage.start(() -> stage.engine().close(Duration.ZERO));
        Check.instance(EngineClosedException.class, quiet.cause(), "cause of the one that does not block");
        Check.that(!closing.isDone(), "close() returned while a callback was blocked");
        gate.open();
        Check.equal(Shutdown.FORCED, stage.finish(closing), "shutdown");
        Check.instance(EngineClosedException.class, guilty.cause(), "cause of the one that blocked");
    }
}
