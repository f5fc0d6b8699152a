package dev.gearbox.testkit.behaviours;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.LoopLoad;
import dev.gearbox.core.Loops;
import dev.gearbox.core.Options;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** An engine gets more or fewer loops while it runs; its connections move between them and lose nothing. */
final class LoopBehaviours {
    private static final int CROWD = 40;
    /** More than a loop accepts before it runs its tasks. */
    private static final int QUEUE = 200;

    private LoopBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                elastic("more loops, and fewer, under an echo", LoopBehaviours::resized),
                elastic("more loops share the connections", LoopBehaviours::spread),
                elastic("a drained loop closes nothing", LoopBehaviours::drained),
                elastic("a drain waits for connections that are not open yet", LoopBehaviours::drainedEarly),
                elastic("a drain of connections that wait for something", LoopBehaviours::drainedWaiting),
                elastic("shifts while loops come and go", LoopBehaviours::shifted),
                elastic("shutdown while loops come and go", LoopBehaviours::closed),
                elastic("invalid numbers of loops", LoopBehaviours::nonsense));
    }

    private static Behaviour elastic(String name, Behaviour.Body body) {
        return Behaviour.needing(Capability.ELASTIC, name, body);
    }

    private static Loops loops(EngineFixture fixture) {
        return fixture.engine()
                .loops()
                .orElseThrow(() -> new Inapplicable(fixture.engine() + " decides by itself how many loops it has"));
    }

    private static void resize(EngineFixture fixture, int count) throws Exception {
        Conditions.await(count + " loops", loops(fixture).resize(count));
        Assert.equal(count, loops(fixture).loads().size(), "loops after a resize");
    }

    /** Opens connections while the engine has one loop. */
    private static List<Peer> crowd(EngineFixture fixture, InetSocketAddress address) throws Exception {
        List<Peer> peers = new ArrayList<>();
        for (int index = 0; index < CROWD; index++) {
            Peer peer = fixture.peer(address);
            peer.echo(new byte[] {(byte) index});
            peers.add(peer);
        }
        return peers;
    }

    /** Each of them echoes repeatedly until {@code enough}. */
    private static List<FutureTask<?>> talk(EngineFixture fixture, List<Peer> peers, AtomicBoolean enough) {
        List<FutureTask<?>> talks = new ArrayList<>();
        for (Peer peer : peers) {
            byte[] bytes = fixture.bytes(fixture.random().nextInt(1, 20_000));
            talks.add(fixture.start(() -> {
                do {
                    peer.echo(bytes);
                } while (!enough.get());
                return null;
            }));
        }
        return talks;
    }

    private static void finish(EngineFixture fixture, List<FutureTask<?>> tasks) throws Exception {
        for (FutureTask<?> task : tasks) {
            fixture.finish(task);
        }
    }

    private static void resized(EngineFixture fixture) throws Exception {
        List<Peer> peers = crowd(fixture, fixture.listen(connection -> connection::write));
        AtomicBoolean enough = new AtomicBoolean();
        List<FutureTask<?>> talks = talk(fixture, peers, enough);
        try {
            long busy = 0;
            for (int count : new int[] {4, 1, 3, 2, 5, 1}) {
                resize(fixture, count);
                long now = fixture.engine().stats().busyNanos();
                Assert.that(now >= busy, "the counts of an ended loop are lost");
                busy = now;
            }
        } finally {
            enough.set(true);
        }
        finish(fixture, talks);
        Assert.equal((long) CROWD, fixture.engine().stats().connections(), "connections after all that");
        Assert.that(fixture.engine().stats().moves() > 0, "nothing has moved");
    }

    private static void spread(EngineFixture fixture) throws Exception {
        resize(fixture, 1);
        List<Peer> peers = crowd(fixture, fixture.listen(connection -> connection::write));
        resize(fixture, 4);
        Conditions.await(
                "a quarter for each",
                () -> loops(fixture).loads().stream().allMatch(load -> load.connections() == CROWD / 4));
        for (Peer peer : peers) {
            peer.echo(fixture.bytes(1_000));
        }
        Assert.equal(CROWD - CROWD / 4L, fixture.engine().stats().moves(), "connections that went to another loop");
    }

    private static void drained(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        resize(fixture, 3);
        List<Peer> peers = crowd(fixture, address);
        String first = loops(fixture).loads().getFirst().name();
        Conditions.await("drain of " + first, loops(fixture).drain(first));
        Assert.that(
                loops(fixture).loads().stream().noneMatch(load -> load.name().equals(first)),
                "the drained loop is there");
        Assert.equal(
                CROWD,
                loops(fixture).loads().stream().mapToInt(LoopLoad::connections).sum(),
                "connections of the loops that are left");
        for (Peer peer : peers) {
            peer.echo(fixture.bytes(1_000));
        }
        // Among the new ones are some that the kernel assigns to the drained loop's former socket.
        crowd(fixture, address);
        resize(fixture, 1);
        crowd(fixture, address);
        resize(fixture, 3);
        crowd(fixture, address);
        Assert.equal(4L * CROWD, fixture.engine().stats().connections(), "connections");
    }

    /** The connections have been assigned to the loop, or wait in the queue of its listening socket, when the drain begins. */
    private static void drainedEarly(EngineFixture fixture) throws Exception {
        Map<String, Connection> homes = new ConcurrentHashMap<>();
        InetSocketAddress address = fixture.listen(connection -> {
            homes.putIfAbsent(Thread.currentThread().getName(), connection);
            return connection::write;
        });
        resize(fixture, 2);
        List<Peer> peers = crowd(fixture, address);
        String busy = loops(fixture).loads().getFirst().name();
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Void> holds = new CompletableFuture<>();
        Assert.that(homes.containsKey(busy), "no connection was opened on " + busy + " but on " + homes.keySet());
        requireNonNull(homes.get(busy)).execute(() -> {
            holds.complete(null);
            try {
                held.await();
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        CompletionStage<Void> drain;
        try {
            Conditions.await("the loop is held up", holds);
            for (int index = 0; index < QUEUE; index++) {
                peers.add(fixture.peer(address));
            }
            drain = loops(fixture).drain(busy);
        } finally {
            held.countDown();
        }
        Conditions.await("drain of " + busy, drain);
        for (Peer peer : peers) {
            peer.echo(fixture.bytes(1_000));
        }
    }

    /** The drained loop owes each connection something, which another loop has to deliver. */
    private static void drainedWaiting(EngineFixture fixture) throws Exception {
        resize(fixture, 1);
        byte[] bytes = fixture.bytes(8_000_000);
        ScriptedProtocol slow = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            connection.write(ByteBuffer.wrap(bytes));
            connection.close();
        });
        Peer slowReader = fixture.peer(fixture.listen(slow, Options.DEFAULT.withLinger(Conditions.LIMIT)), 4 << 10);
        slowReader.send(new byte[1]);
        ScriptedProtocol paused =
                new ScriptedProtocol().opening(Connection::pause).receiving(Connection::write);
        Peer pausing = fixture.peer(fixture.listen(paused));
        byte[] unread = fixture.bytes(1_000);
        pausing.send(unread);
        CompletableFuture<Void> fired = new CompletableFuture<>();
        ScriptedProtocol timed = new ScriptedProtocol()
                .opening(connection -> connection.schedule(Duration.ofMillis(300), () -> fired.complete(null)));
        fixture.peer(fixture.listen(timed));
        ScriptedProtocol quiet = new ScriptedProtocol().receiving(Connection::write);
        Peer quietly = fixture.peer(fixture.listen(quiet));
        Conditions.await("all are open", timed.opened);
        Conditions.await("all are open", quiet.opened);
        Conditions.await("all are open", paused.opened);
        resize(fixture, 2);
        resize(fixture, 1);
        resize(fixture, 2);
        resize(fixture, 1);
        quietly.echo(fixture.bytes(20_000));
        paused.connection().execute(paused.connection()::resume);
        Assert.equal(unread, pausing.receive(unread.length), "what waited for resume()");
        Conditions.await("the timer", fired);
        Assert.equal(bytes, slowReader.receiveAll(), "what the slow reader got");
        Assert.equal(null, slow.cause(), "cause");
    }

    private static void shifted(EngineFixture fixture) throws Exception {
        List<Connection> connections = new CopyOnWriteArrayList<>();
        InetSocketAddress address = fixture.listen(connection -> {
            connections.add(connection);
            return connection::write;
        });
        List<Peer> peers = crowd(fixture, address);
        fixture.target();
        AtomicBoolean enough = new AtomicBoolean();
        List<FutureTask<?>> talks = talk(fixture, peers, enough);
        List<Callable<?>> tasks = new ArrayList<>();
        for (Connection connection : connections) {
            tasks.add(() -> {
                for (int round = 0; round < 10; round++) {
                    shift(connection, round % 2 == 0 ? fixture.target() : fixture.engine());
                }
                return null;
            });
        }
        tasks.add(() -> {
            for (int count : new int[] {3, 1, 4, 2, 1, 2}) {
                resize(fixture, count);
            }
            return null;
        });
        try {
            fixture.together(tasks);
        } finally {
            enough.set(true);
        }
        finish(fixture, talks);
        Assert.equal((long) CROWD, fixture.engine().stats().connections(), "connections that were shifted back");
    }

    /** A move to another loop may be under way; then the shift fails with UNDER_WAY and is retried. */
    private static void shift(Connection connection, Engine to) throws Exception {
        while (true) {
            try {
                Conditions.await("shift to " + to, connection.shiftTo(to));
                return;
            } catch (ExecutionException failure) {
                if (!(failure.getCause() instanceof ShiftException shift)
                        || shift.reason() != ShiftException.Reason.UNDER_WAY) {
                    throw failure;
                }
            }
        }
    }

    private static void closed(EngineFixture fixture) throws Exception {
        crowd(fixture, fixture.listen(connection -> connection::write));
        Loops loops = loops(fixture);
        CountDownLatch running = new CountDownLatch(10);
        Callable<String> resizing = () -> {
            try {
                for (int round = 0; ; round++) {
                    answered(loops.resize(1 + round % 4));
                    running.countDown();
                }
            } catch (IllegalStateException closed) {
                return closed.getMessage();
            }
        };
        FutureTask<String> one = fixture.start(resizing);
        FutureTask<String> other = fixture.start(resizing);
        Conditions.await("some resizes", running);
        fixture.engine().close();
        Assert.equal(
                fixture.engine() + " is closed", fixture.finish(one), "the message of a resize of a closed engine");
        Assert.equal(
                fixture.engine() + " is closed", fixture.finish(other), "the message of a resize of a closed engine");
    }

    /** Completed, or cut short by the engine's end. */
    private static void answered(CompletionStage<Void> resize) throws Exception {
        try {
            Conditions.await("the answer to a resize", resize);
        } catch (ExecutionException failure) {
            Assert.instance(EngineClosedException.class, failure.getCause(), "what a resize fails with");
        }
    }

    private static void nonsense(EngineFixture fixture) throws Exception {
        Loops loops = loops(fixture);
        resize(fixture, 1);
        for (int count : new int[] {0, -1, Loops.MOST + 1, Integer.MAX_VALUE}) {
            fails(IllegalArgumentException.class, "1 to 1024 loops, not " + count, () -> loops.resize(count));
        }
        String only = loops.loads().getFirst().name();
        fails(IllegalArgumentException.class, "no loop \"missing\"", () -> loops.drain("missing"));
        fails(IllegalStateException.class, only + " is the only loop", () -> loops.drain(only));
        Assert.equal(1, loops.loads().size(), "loops");
        fixture.engine().close();
        fails(IllegalStateException.class, "closed", () -> loops.resize(2));
        fails(IllegalStateException.class, "closed", () -> loops.drain(only));
    }

    private static void fails(Class<? extends Exception> type, String message, Callable<?> call) {
        try {
            call.call();
        } catch (Exception thrown) {
            Assert.instance(type, thrown, "what is thrown");
            Assert.that(
                    String.valueOf(thrown.getMessage()).contains(message),
                    "\"" + thrown.getMessage() + "\" lacks \"" + message + "\"");
            return;
        }
        throw new AssertionError("no exception with the message \"" + message + "\"");
    }
}
