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
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Inapplicable;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
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

/** An engine gets more loops, or fewer, while it runs; its connections go from one to another and lose nothing. */
final class LoopBehaviours {
    private static final int CROWD = 40;
    /** More than a loop accepts before it looks at its tasks. */
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
                elastic("numbers of loops that make no sense", LoopBehaviours::nonsense));
    }

    private static Behaviour elastic(String name, Behaviour.Body body) {
        return Behaviour.needing(Capability.ELASTIC, name, body);
    }

    private static Loops loops(Stage stage) {
        return stage.engine()
                .loops()
                .orElseThrow(() -> new Inapplicable(stage.engine() + " decides by itself how many loops it has"));
    }

    private static void resize(Stage stage, int count) throws Exception {
        Patience.await(count + " loops", loops(stage).resize(count));
        Check.equal(count, loops(stage).loads().size(), "loops after a resize");
    }

    /** Connections that come while the engine has one loop. */
    private static List<Peer> crowd(Stage stage, InetSocketAddress address) throws Exception {
        List<Peer> peers = new ArrayList<>();
        for (int index = 0; index < CROWD; index++) {
            Peer peer = stage.peer(address);
            peer.echo(new byte[] {(byte) index});
            peers.add(peer);
        }
        return peers;
    }

    /** Each of them echoes, over and over, until {@code enough}. */
    private static List<FutureTask<?>> talk(Stage stage, List<Peer> peers, AtomicBoolean enough) {
        List<FutureTask<?>> talks = new ArrayList<>();
        for (Peer peer : peers) {
            byte[] bytes = stage.bytes(stage.random().nextInt(1, 20_000));
            talks.add(stage.start(() -> {
                do {
                    peer.echo(bytes);
                } while (!enough.get());
                return null;
            }));
        }
        return talks;
    }

    private static void finish(Stage stage, List<FutureTask<?>> tasks) throws Exception {
        for (FutureTask<?> task : tasks) {
            stage.finish(task);
        }
    }

    private static void resized(Stage stage) throws Exception {
        List<Peer> peers = crowd(stage, stage.listen(connection -> connection::write));
        AtomicBoolean enough = new AtomicBoolean();
        List<FutureTask<?>> talks = talk(stage, peers, enough);
        try {
            long busy = 0;
            for (int count : new int[] {4, 1, 3, 2, 5, 1}) {
                resize(stage, count);
                long now = stage.engine().stats().busyNanos();
                Check.that(now >= busy, "what a loop that has ended had counted is forgotten");
                busy = now;
            }
        } finally {
            enough.set(true);
        }
        finish(stage, talks);
        Check.equal((long) CROWD, stage.engine().stats().connections(), "connections after all that");
        Check.that(stage.engine().stats().moves() > 0, "nothing has moved");
    }

    private static void spread(Stage stage) throws Exception {
        resize(stage, 1);
        List<Peer> peers = crowd(stage, stage.listen(connection -> connection::write));
        resize(stage, 4);
        Patience.await(
                "a quarter for each",
                () -> loops(stage).loads().stream().allMatch(load -> load.connections() == CROWD / 4));
        for (Peer peer : peers) {
            peer.echo(stage.bytes(1_000));
        }
        Check.equal(CROWD - CROWD / 4L, stage.engine().stats().moves(), "connections that went to another loop");
    }

    private static void drained(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        resize(stage, 3);
        List<Peer> peers = crowd(stage, address);
        String first = loops(stage).loads().getFirst().name();
        Patience.await("drain of " + first, loops(stage).drain(first));
        Check.that(
                loops(stage).loads().stream().noneMatch(load -> load.name().equals(first)),
                "the drained loop is there");
        Check.equal(
                CROWD,
                loops(stage).loads().stream().mapToInt(LoopLoad::connections).sum(),
                "connections of the loops that are left");
        for (Peer peer : peers) {
            peer.echo(stage.bytes(1_000));
        }
        // Among the new ones are some that the kernel gives to the socket that the drained loop had.
        crowd(stage, address);
        resize(stage, 1);
        crowd(stage, address);
        resize(stage, 3);
        crowd(stage, address);
        Check.equal(4L * CROWD, stage.engine().stats().connections(), "connections");
    }

    /** They have been assigned to the loop, or wait in the queue of its listening socket, when the drain begins. */
    private static void drainedEarly(Stage stage) throws Exception {
        Map<String, Connection> homes = new ConcurrentHashMap<>();
        InetSocketAddress address = stage.listen(connection -> {
            homes.putIfAbsent(Thread.currentThread().getName(), connection);
            return connection::write;
        });
        resize(stage, 2);
        List<Peer> peers = crowd(stage, address);
        String busy = loops(stage).loads().getFirst().name();
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Void> holds = new CompletableFuture<>();
        Check.that(homes.containsKey(busy), "no connection was opened on " + busy + " but on " + homes.keySet());
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
            Patience.await("the loop is held up", holds);
            for (int index = 0; index < QUEUE; index++) {
                peers.add(stage.peer(address));
            }
            drain = loops(stage).drain(busy);
        } finally {
            held.countDown();
        }
        Patience.await("drain of " + busy, drain);
        for (Peer peer : peers) {
            peer.echo(stage.bytes(1_000));
        }
    }

    /** For what a loop would have told them next, and another one has to. */
    private static void drainedWaiting(Stage stage) throws Exception {
        resize(stage, 1);
        byte[] bytes = stage.bytes(8_000_000);
        Script slow = new Script().receiving((connection, in) -> {
            in.position(in.limit());
            connection.write(ByteBuffer.wrap(bytes));
            connection.close();
        });
        Peer slowReader = stage.peer(stage.listen(slow, Options.DEFAULT.withLinger(Patience.LIMIT)), 4 << 10);
        slowReader.send(new byte[1]);
        Script paused = new Script().opening(Connection::pause).receiving(Connection::write);
        Peer pausing = stage.peer(stage.listen(paused));
        byte[] unread = stage.bytes(1_000);
        pausing.send(unread);
        CompletableFuture<Void> fired = new CompletableFuture<>();
        Script timed = new Script()
                .opening(connection -> connection.schedule(Duration.ofMillis(300), () -> fired.complete(null)));
        stage.peer(stage.listen(timed));
        Script quiet = new Script().receiving(Connection::write);
        Peer quietly = stage.peer(stage.listen(quiet));
        Patience.await("all are open", timed.opened);
        Patience.await("all are open", quiet.opened);
        Patience.await("all are open", paused.opened);
        resize(stage, 2);
        resize(stage, 1);
        resize(stage, 2);
        resize(stage, 1);
        quietly.echo(stage.bytes(20_000));
        paused.connection().execute(paused.connection()::resume);
        Check.equal(unread, pausing.receive(unread.length), "what waited for resume()");
        Patience.await("the timer", fired);
        Check.equal(bytes, slowReader.receiveAll(), "what the slow reader got");
        Check.equal(null, slow.cause(), "cause");
    }

    private static void shifted(Stage stage) throws Exception {
        List<Connection> connections = new CopyOnWriteArrayList<>();
        InetSocketAddress address = stage.listen(connection -> {
            connections.add(connection);
            return connection::write;
        });
        List<Peer> peers = crowd(stage, address);
        stage.target();
        AtomicBoolean enough = new AtomicBoolean();
        List<FutureTask<?>> talks = talk(stage, peers, enough);
        List<Callable<?>> tasks = new ArrayList<>();
        for (Connection connection : connections) {
            tasks.add(() -> {
                for (int round = 0; round < 10; round++) {
                    shift(connection, round % 2 == 0 ? stage.target() : stage.engine());
                }
                return null;
            });
        }
        tasks.add(() -> {
            for (int count : new int[] {3, 1, 4, 2, 1, 2}) {
                resize(stage, count);
            }
            return null;
        });
        try {
            stage.together(tasks);
        } finally {
            enough.set(true);
        }
        finish(stage, talks);
        Check.equal((long) CROWD, stage.engine().stats().connections(), "connections that came home");
    }

    /** A move to another loop may be under way: then this one is told, and asks again. */
    private static void shift(Connection connection, Engine to) throws Exception {
        while (true) {
            try {
                Patience.await("shift to " + to, connection.shiftTo(to));
                return;
            } catch (ExecutionException failure) {
                if (!(failure.getCause() instanceof ShiftException shift)
                        || shift.reason() != ShiftException.Reason.UNDER_WAY) {
                    throw failure;
                }
            }
        }
    }

    private static void closed(Stage stage) throws Exception {
        crowd(stage, stage.listen(connection -> connection::write));
        Loops loops = loops(stage);
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
        FutureTask<String> one = stage.start(resizing);
        FutureTask<String> other = stage.start(resizing);
        Patience.await("some resizes", running);
        stage.engine().close();
        Check.equal(stage.engine() + " is closed", stage.finish(one), "what a resize of a closed engine says");
        Check.equal(stage.engine() + " is closed", stage.finish(other), "what a resize of a closed engine says");
    }

    /** Done, or broken off by the engine's end. */
    private static void answered(CompletionStage<Void> resize) throws Exception {
        try {
            Patience.await("the answer to a resize", resize);
        } catch (ExecutionException failure) {
            Check.instance(EngineClosedException.class, failure.getCause(), "what a resize fails with");
        }
    }

    private static void nonsense(Stage stage) throws Exception {
        Loops loops = loops(stage);
        resize(stage, 1);
        for (int count : new int[] {0, -1, Loops.MOST + 1, Integer.MAX_VALUE}) {
            fails(IllegalArgumentException.class, "1 to 1024 loops, not " + count, () -> loops.resize(count));
        }
        String only = loops.loads().getFirst().name();
        fails(IllegalArgumentException.class, "no loop \"nobody\"", () -> loops.drain("nobody"));
        fails(IllegalStateException.class, only + " is the only loop", () -> loops.drain(only));
        Check.equal(1, loops.loads().size(), "loops");
        stage.engine().close();
        fails(IllegalStateException.class, "closed", () -> loops.resize(2));
        fails(IllegalStateException.class, "closed", () -> loops.drain(only));
    }

    private static void fails(Class<? extends Exception> type, String message, Callable<?> call) {
        try {
            call.call();
        } catch (Exception thrown) {
            Check.instance(type, thrown, "what is thrown");
            Check.that(
                    String.valueOf(thrown.getMessage()).contains(message),
                    "\"" + thrown.getMessage() + "\" says no \"" + message + "\"");
            return;
        }
        throw new AssertionError("nothing is thrown that says \"" + message + "\"");
    }
}
