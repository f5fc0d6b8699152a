package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.EngineClosedException;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A callback that blocks delays only its own connection, which continues after the callback returns. The callbacks here wait for something that other
 * connections do meanwhile: an engine that delays these hangs.
 */
final class BlockingBehaviours {
    private static final int GUILTY = 5;
    private static final int INNOCENT = 100;

    private BlockingBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                blocking("callbacks that block delay no other connection", BlockingBehaviours::many),
                blocking("a callback that computes for long delays no other connection", BlockingBehaviours::computing),
                blocking("open() and closed() that block delay no other connection", BlockingBehaviours::openAndClosed),
                blocking(
                        "input during a blocked callback is delivered after it, in order",
                        BlockingBehaviours::pipelined),
                blocking("tasks and timers of a connection whose callback blocks", BlockingBehaviours::tasks),
                blocking("timers set and cancelled after a block", BlockingBehaviours::timersBehind),
                blocking("close, end and a failure after a block", BlockingBehaviours::endsBehind),
                blocking("megabytes written after a block", BlockingBehaviours::writesBehind),
                blocking("a reset while a callback blocks", BlockingBehaviours::reset),
                blocking("the peer's end while a callback blocks", BlockingBehaviours::peersEnd),
                blocking("a listener closed after a block", BlockingBehaviours::listenerClosed),
                blocking("neighbours block in turn", BlockingBehaviours::inTurn),
                new Behaviour(
                        "a shift requested after a block",
                        EnumSet.of(Capability.SERVER, Capability.BLOCKING, Capability.SHIFT_IN, Capability.SHIFT_OUT),
                        BlockingBehaviours::shift,
                        false),
                blocking("shutdown while a callback blocks", BlockingBehaviours::shutdown));
    }

    private static Behaviour blocking(String name, Behaviour.Body body) {
        return Behaviour.needing(Capability.BLOCKING, name, body);
    }

    /** A callback waits here until the test has noticed it and opens the gate. */
    private static final class Gate {
        final CountDownLatch entered;
        private final CountDownLatch open = new CountDownLatch(1);

        Gate(int stalling) {
            entered = new CountDownLatch(stalling);
        }

        void pass() {
            entered.countDown();
            try {
                Conditions.await("the gate opens", open);
            } catch (InterruptedException ended) {
                throw new AssertionError(ended);
            }
        }

        /** Waits until the callback is entered, and checks that another connection is not delayed by it. */
        void awaitEntered(OtherConnection neighbour) throws Exception {
            Conditions.await("the callback is entered", entered);
            neighbour.check();
        }

        void open() {
            open.countDown();
        }
    }

    /** Another connection of the same engine. */
    private record OtherConnection(Peer peer) {
        static OtherConnection of(EngineFixture fixture) throws Exception {
            OtherConnection neighbour =
                    new OtherConnection(fixture.peer(fixture.listen(connection -> connection::write)));
            neighbour.check();
            return neighbour;
        }

        /** Checks that it is served now. */
        void check() throws Exception {
            peer.echo(new byte[] {1, 2, 3});
        }
    }

    /** Blocks at the first bytes, then runs {@code behind} in the same callback. */
    private static ScriptedProtocol stalling(Gate gate, Consumer<Connection> behind) {
        AtomicBoolean first = new AtomicBoolean(true);
        return new ScriptedProtocol().receiving((connection, in) -> {
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

    private static void many(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(GUILTY);
        InetSocketAddress address = fixture.listen(connection -> in -> {
            if (in.get(in.position()) == 'B') {
                gate.pass();
            }
            connection.write(in);
        });
        List<Peer> stalling = new ArrayList<>();
        List<Peer> innocent = new ArrayList<>();
        for (int count = 0; count < GUILTY; count++) {
            stalling.add(fixture.peer(address));
        }
        for (int count = 0; count < INNOCENT / 2; count++) {
            innocent.add(fixture.peer(address));
        }
        for (Peer each : stalling) {
            each.send(new byte[] {'B', 'x'});
        }
        Conditions.await("all are in their callback, whether on one loop or on several", gate.entered);
        for (int count = innocent.size(); count < INNOCENT; count++) {
            innocent.add(fixture.peer(address));
        }
        for (int round = 0; round < 3; round++) {
            List<Callable<?>> echoes = new ArrayList<>();
            byte[] bytes = new byte[200 + round];
            innocent.forEach(each -> echoes.add(() -> {
                each.echo(bytes);
                return null;
            }));
            fixture.together(echoes.subList(0, 10));
            for (Callable<?> each : echoes.subList(10, echoes.size())) {
                each.call();
            }
        }
        gate.open();
        for (Peer each : stalling) {
            Assert.equal(new byte[] {'B', 'x'}, each.receive(2), "the answer after the block");
            each.echo(new byte[3_000]);
        }
        for (Peer each : innocent) {
            each.echo(new byte[2]);
        }
    }

    private static void computing(EngineFixture fixture) throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        CountDownLatch entered = new CountDownLatch(1);
        Peer peer = fixture.peer(fixture.listen(connection -> in -> {
            entered.countDown();
            while (!enough.get()) {
                Thread.onSpinWait();
            }
            connection.write(in);
        }));
        OtherConnection neighbour = OtherConnection.of(fixture);
        peer.send(new byte[] {7});
        try {
            Conditions.await("it computes", entered);
            neighbour.check();
        } finally {
            enough.set(true);
        }
        Assert.equal(7, peer.receive(1)[0], "the answer");
        peer.echo(new byte[10]);
    }

    private static void openAndClosed(EngineFixture fixture) throws Exception {
        Gate opening = new Gate(1);
        Gate closing = new Gate(1);
        ScriptedProtocol script = new ScriptedProtocol()
                .opening(connection -> {
                    opening.pass();
                    answer(connection, 1);
                })
                .receiving(Connection::write)
                .closing(connection -> closing.pass());
        OtherConnection neighbour = OtherConnection.of(fixture);
        Peer peer = fixture.peer(fixture.listen(script));
        peer.send(new byte[] {2});
        opening.awaitEntered(neighbour);
        opening.open();
        Assert.equal(new byte[] {1, 2}, peer.receive(2), "the bytes sent during the block, and the answer");
        peer.endOutput();
        Assert.equal(0, peer.receiveAll().length, "bytes at the end");
        closing.awaitEntered(neighbour);
        closing.open();
        Assert.equal(null, script.cause(), "cause");
        neighbour.check();
    }

    private static void pipelined(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        AtomicBoolean first = new AtomicBoolean(true);
        Peer peer = fixture.peer(fixture.listen(connection -> in -> {
            if (first.getAndSet(false)) {
                gate.pass();
            }
            connection.write(in);
        }));
        OtherConnection neighbour = OtherConnection.of(fixture);
        byte[] sent = fixture.bytes(300_000);
        FutureTask<?> sending = fixture.start(() -> {
            peer.send(sent);
            return null;
        });
        gate.awaitEntered(neighbour);
        gate.open();
        Assert.equal(sent, peer.receive(sent.length), "all of it");
        fixture.finish(sending);
        neighbour.check();
    }

    private static void tasks(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        ScriptedProtocol script = stalling(gate, connection -> answer(connection, 9));
        Peer peer = fixture.peer(fixture.listen(script));
        OtherConnection neighbour = OtherConnection.of(fixture);
        Connection connection = script.connection();
        // Due while the callback blocks: the order shows that it was late, and the checked session whether it
        // overlapped.
        connection.execute(() -> connection.schedule(Duration.ofMillis(1), () -> answer(connection, 1)));
        Assert.equal(1, peer.receive(1)[0], "the timer before");
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
        Assert.equal(1L, fired.getCount(), "timers that have fired in another callback");
        gate.open();
        Assert.equal(9, peer.receive(1)[0], "the answer of the callback that blocked");
        for (int task = 0; task < 10; task++) {
            Assert.equal(10 + task, peer.receive(1)[0], "tasks in order");
        }
        Conditions.await("the timer that was set meanwhile", fired);
    }

    private static void timersBehind(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        AtomicInteger cancelled = new AtomicInteger();
        AtomicLong apart = new AtomicLong();
        ScriptedProtocol script = stalling(gate, connection -> {
            var never = connection.schedule(Duration.ofMillis(1), cancelled::incrementAndGet);
            long begun = System.nanoTime();
            connection.schedule(Duration.ofMillis(2), () -> answer(connection, 2));
            connection.schedule(Duration.ofMillis(1), () -> answer(connection, 1));
            apart.set(System.nanoTime() - begun);
            never.cancel();
        });
        Peer peer = fixture.peer(fixture.listen(script));
        OtherConnection neighbour = OtherConnection.of(fixture);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        byte[] fired = peer.receive(2);
        if (apart.get() >= Duration.ofMillis(1).toNanos()) {
            // On a busy machine the second was set so late that the first may be due before it.
            Arrays.sort(fired);
        }
        Assert.equal(new byte[] {1, 2}, fired, "timers that were set after the block");
        Assert.equal(0, cancelled.get(), "timers that were cancelled there");
        peer.echo(new byte[10]);
        neighbour.check();
    }

    private static void endsBehind(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(3);
        ScriptedProtocol closes = stalling(gate, connection -> {
            answer(connection, 1);
            connection.close();
        });
        ScriptedProtocol ends = stalling(gate, connection -> {
            answer(connection, 1);
            connection.end();
        });
        ScriptedProtocol fails = stalling(gate, connection -> {
            throw new IllegalArgumentException("after the block");
        });
        List<Peer> peers = new ArrayList<>();
        for (ScriptedProtocol each : List.of(closes, ends, fails)) {
            Peer peer = fixture.peer(fixture.listen(each));
            peer.send(new byte[] {0});
            peers.add(peer);
        }
        gate.awaitEntered(OtherConnection.of(fixture));
        gate.open();
        Assert.equal(1, peers.get(0).receiveAll().length, "bytes of the one that closes");
        Assert.equal(1, peers.get(1).receive(1).length, "bytes of the one that ends");
        Assert.equal(0, peers.get(1).receiveAll().length, "bytes after its end");
        peers.get(1).endOutput();
        peers.get(2).awaitClosed();
        Assert.equal(null, closes.cause(), "cause of the one that closes");
        Assert.equal(null, ends.cause(), "cause of the one that ends");
        Assert.instance(IllegalArgumentException.class, fails.cause(), "cause of the one that fails");
    }

    private static void writesBehind(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        byte[] much = fixture.bytes(3_000_000);
        AtomicBoolean writable = new AtomicBoolean();
        ScriptedProtocol script = stalling(gate, connection -> connection.write(ByteBuffer.wrap(much)))
                .writable(connection -> writable.set(true));
        Peer peer = fixture.peer(fixture.listen(script), 4 << 10);
        OtherConnection neighbour = OtherConnection.of(fixture);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Assert.equal(much, peer.receive(much.length), "what was written after the block");
        Conditions.await("the session may write again", writable::get);
        neighbour.check();
    }

    private static void reset(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        ScriptedProtocol script = stalling(gate, connection -> answer(connection, 1));
        Peer peer = fixture.ownPeer(fixture.listen(script));
        OtherConnection neighbour = OtherConnection.of(fixture);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        peer.reset();
        neighbour.check();
        gate.open();
        Assert.instance(ConnectionResetException.class, script.cause(), "cause");
        neighbour.check();
    }

    private static void peersEnd(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        ScriptedProtocol script = stalling(gate, connection -> answer(connection, 1));
        Peer peer = fixture.peer(fixture.listen(script));
        OtherConnection neighbour = OtherConnection.of(fixture);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        peer.endOutput();
        neighbour.check();
        gate.open();
        Assert.equal(1, peer.receiveAll().length, "bytes after the block, and then the end");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void listenerClosed(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        var closing = fixture.listener(connection -> connection::write, EngineFixture.OPTIONS);
        ScriptedProtocol script = stalling(gate, connection -> {
            closing.close();
            answer(connection, 1);
        });
        Peer peer = fixture.peer(fixture.listen(script));
        OtherConnection neighbour = OtherConnection.of(fixture);
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Assert.equal(1, peer.receive(1)[0], "the answer");
        neighbour.check();
        fixture.peer(fixture.listen(connection -> connection::write)).echo(new byte[5]);
    }

    /** Each blocks until the next one does: the last one is released by its neighbour's echo, and so on back to the first. */
    private static void inTurn(EngineFixture fixture) throws Exception {
        int rounds = 4;
        for (int round = 0; round < rounds; round++) {
            Gate[] gates = {new Gate(1), new Gate(1), new Gate(1)};
            List<Peer> peers = new ArrayList<>();
            for (int index = 0; index < gates.length; index++) {
                Gate mine = gates[index];
                peers.add(fixture.peer(fixture.listen(connection -> in -> {
                    mine.pass();
                    connection.write(in);
                })));
            }
            OtherConnection neighbour = OtherConnection.of(fixture);
            for (int index = 0; index < gates.length; index++) {
                peers.get(index).send(new byte[] {(byte) index});
                gates[index].awaitEntered(neighbour);
            }
            for (int index = gates.length - 1; index >= 0; index--) {
                gates[index].open();
                Assert.equal(index, peers.get(index).receive(1)[0], "the answer of the one that was released");
                neighbour.check();
            }
        }
    }

    private static void shift(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        CountDownLatch moved = new CountDownLatch(1);
        ScriptedProtocol script = stalling(
                gate,
                connection -> connection.shiftTo(fixture.target()).whenComplete((done, failure) -> {
                    if (failure == null) {
                        moved.countDown();
                    }
                }));
        Peer peer = fixture.peer(fixture.listen(script));
        OtherConnection neighbour = OtherConnection.of(fixture);
        fixture.target();
        peer.send(new byte[] {0});
        gate.awaitEntered(neighbour);
        gate.open();
        Conditions.await("it is shifted", moved);
        peer.echo(fixture.bytes(2_000));
        Assert.equal(fixture.target(), script.connection().engine(), "the engine after the shift");
    }

    private static void shutdown(EngineFixture fixture) throws Exception {
        Gate gate = new Gate(1);
        ScriptedProtocol stalling = stalling(gate, connection -> answer(connection, 1));
        ScriptedProtocol quiet = new ScriptedProtocol();
        fixture.peer(fixture.listen(quiet));
        Peer peer = fixture.peer(fixture.listen(stalling));
        quiet.connection();
        peer.send(new byte[] {0});
        Conditions.await("the callback is entered", gate.entered);
        FutureTask<Shutdown> closing = fixture.start(() -> fixture.engine().close(Duration.ZERO));
        Assert.instance(EngineClosedException.class, quiet.cause(), "cause of the one that does not block");
        Assert.that(!closing.isDone(), "close() returned while a callback was blocked");
        gate.open();
        Assert.equal(Shutdown.FORCED, fixture.finish(closing), "shutdown");
        Assert.instance(EngineClosedException.class, stalling.cause(), "cause of the one that blocked");
    }
}
