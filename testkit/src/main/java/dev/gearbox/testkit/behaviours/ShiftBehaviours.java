package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Listener;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import dev.gearbox.testkit.fixture.Shifts;
import dev.gearbox.testkit.sockets.UnixSocketBehaviours;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A connection changes engines, and neither its session nor its peer loses anything. */
public final class ShiftBehaviours {
    private static final List<Behaviour> PAIRS = List.of(
            Behaviour.shifting("a shift moves a quiet connection", ShiftBehaviours::quiet),
            Behaviour.shifting("shifts under a saturated echo", ShiftBehaviours::saturated),
            Behaviour.shifting("a shift while writes wait behind a slow reader", ShiftBehaviours::slowReader),
            Behaviour.shifting("a shift while reading is paused", ShiftBehaviours::paused),
            Behaviour.shifting("a shift after the peer's end", ShiftBehaviours::afterPeersEnd),
            Behaviour.shifting("a shift after our end", ShiftBehaviours::afterOurEnd),
            Behaviour.shifting("an abort during a shift", AbortBehaviours::duringShift));

    private static final List<Behaviour> OTHERS = List.of(
            Behaviour.shifting("a shift with unread bytes", ShiftBehaviours::unread),
            Behaviour.shifting("a shift with timers and tasks", ShiftBehaviours::timers),
            UnixSocketBehaviours.shift());

    private ShiftBehaviours() {}

    public static List<Behaviour> all() {
        return Stream.of(PAIRS, OTHERS, ShiftAnswerBehaviours.all(), ManyShiftsBehaviours.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Those that are run with every pair of engines. */
    public static List<Behaviour> ofPairs() {
        return PAIRS;
    }

    private static void quiet(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Listener listener = fixture.listener(script, EngineFixture.OPTIONS);
        Peer peer = fixture.peer((InetSocketAddress) listener.address());
        peer.echo(fixture.bytes(100));
        Connection connection = script.connection();
        Shifts.shift(connection, fixture.target());
        List<Connection> found = listener.connections().toList();
        Assert.equal(List.of(connection), found, "the listener's connections, after a shift");
        counted(fixture.engine(), 0, 1);
        counted(fixture.target(), 1, 0);
        Assert.equal(0L, fixture.engine().stats().connections(), "connections of the old engine");
        Assert.equal(1L, fixture.target().stats().connections(), "connections of the new engine");
        Assert.equal(List.of(), fixture.engine().connections().toList(), "the old engine's connections");
        Assert.equal(List.of(connection), fixture.target().connections().toList(), "the new engine's connections");
        peer.echo(fixture.bytes(20_000));
        Shifts.shift(connection, fixture.engine());
        Assert.equal(1L, listener.connections().count(), "the listener's connections, after it came back");
        Shifts.shift(connection, fixture.target());
        peer.echo(fixture.bytes(1));
        peer.endOutput();
        Assert.equal(0, peer.receiveAll().length, "bytes after the last answer");
        Assert.equal(null, script.cause(), "cause");
        Conditions.await(
                "the listener no longer lists it",
                () -> listener.connections().findAny().isEmpty());
    }

    /** Checks the number of shifts into and out of an engine; shifts that a composite engine makes among its parts count as both. */
    private static void counted(Engine engine, long in, long out) {
        if (engine instanceof CompositeEngine) {
            Conditions.await(
                    "shifts into " + engine + " are " + (in - out) + " more than out of it",
                    () -> engine.stats().shiftsIn() - engine.stats().shiftsOut() == in - out);
        } else {
            Assert.equal(in, engine.stats().shiftsIn(), "shifts into " + engine);
            Assert.equal(out, engine.stats().shiftsOut(), "shifts out of " + engine);
        }
    }

    /** Each byte's expected value follows from its position. */
    private static void pattern(byte[] bytes, long position) {
        for (int index = 0; index < bytes.length; index++) {
            long at = position + index;
            bytes[index] = (byte) (at * 31 + (at >>> 8) * 17 + (at >>> 16));
        }
    }

    private static void saturated(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        AtomicBoolean enough = new AtomicBoolean();
        var random = fixture.random().split();
        var sending = fixture.start(() -> {
            long position = 0;
            while (!enough.get()) {
                byte[] piece = new byte[random.nextInt(1, 30_000)];
                pattern(piece, position);
                peer.send(piece);
                position += piece.length;
            }
            peer.endOutput();
            return position;
        });
        var checking = fixture.start(() -> {
            long position = 0;
            byte[] expected = new byte[8 << 10];
            byte[] piece = peer.receiveSome(expected.length);
            while (piece.length > 0) {
                pattern(expected, position);
                int other = Arrays.mismatch(piece, 0, piece.length, expected, 0, piece.length);
                Assert.that(other < 0, "byte " + (position + other) + " is wrong");
                position += piece.length;
                piece = peer.receiveSome(expected.length);
            }
            return position;
        });
        Connection connection = script.connection();
        try {
            for (int round = 0; round < 25; round++) {
                Shifts.shift(connection, fixture.target());
                Shifts.shift(connection, fixture.engine());
            }
        } finally {
            enough.set(true);
        }
        Assert.equal(fixture.finish(sending), fixture.finish(checking), "bytes that came back");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void slowReader(EngineFixture fixture) throws Exception {
        // More than the kernel accepts for a peer that does not read.
        byte[] bytes = fixture.bytes(8_000_000);
        AtomicInteger writables = new AtomicInteger();
        CompletableFuture<Void> written = new CompletableFuture<>();
        ScriptedProtocol script = new ScriptedProtocol()
                .receiving((connection, in) -> {
                    in.position(in.limit());
                    connection.write(ByteBuffer.wrap(bytes));
                    written.complete(null);
                })
                .writable(connection -> {
                    writables.incrementAndGet();
                    connection.end();
                });
        Peer peer = fixture.peer(fixture.listen(script), 4 << 10);
        peer.send(new byte[1]);
        Conditions.await("the session has written", written);
        // Once with the write in flight, once perhaps before it is, and once more.
        laterTurn(script.connection());
        Shifts.shift(script.connection(), fixture.target());
        Shifts.shift(script.connection(), fixture.engine());
        laterTurn(script.connection());
        Shifts.shift(script.connection(), fixture.target());
        Assert.equal(bytes, peer.receiveAll(), "what the slow reader got");
        Assert.equal(1, writables.get(), "writable()");
    }

    /** The engine has processed what was due: a task posted by a task runs in another turn. */
    private static void laterTurn(Connection connection) throws Exception {
        CompletableFuture<Void> later = new CompletableFuture<>();
        connection.execute(() -> connection.execute(() -> later.complete(null)));
        Conditions.await("a later turn", later);
    }

    private static void paused(EngineFixture fixture) throws Exception {
        AtomicInteger received = new AtomicInteger();
        ScriptedProtocol script = new ScriptedProtocol()
                .opening(Connection::pause)
                .receiving((connection, in) -> {
                    received.addAndGet(in.remaining());
                    connection.write(in);
                });
        Peer peer = fixture.peer(fixture.listen(script));
        byte[] bytes = fixture.bytes(1_000);
        peer.send(bytes);
        Shifts.shift(script.connection(), fixture.target());
        Assert.that(
                !Conditions.holdsWithin(Conditions.GLANCE, () -> received.get() > 0),
                "a paused session was given bytes");
        script.connection().execute(script.connection()::resume);
        Assert.equal(bytes, peer.receive(bytes.length), "what waited for resume()");
    }

    private static void afterPeersEnd(EngineFixture fixture) throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        ScriptedProtocol script = new ScriptedProtocol().ended(connection -> {
            if (!ended.complete(null)) {
                fixture.violation("ended() twice");
            }
            return true;
        });
        Peer peer = fixture.peer(fixture.listen(script));
        peer.endOutput();
        Conditions.await("the session has seen the end", ended);
        Connection connection = script.connection();
        Shifts.shift(connection, fixture.target());
        byte[] bytes = fixture.bytes(100_000);
        connection.execute(() -> {
            connection.write(ByteBuffer.wrap(bytes));
            connection.end();
        });
        Assert.equal(bytes, peer.receiveAll(), "bytes after the peer's end and a shift");
        Assert.equal(null, script.cause(), "cause");
    }

    private static void afterOurEnd(EngineFixture fixture) throws Exception {
        AtomicInteger received = new AtomicInteger();
        ScriptedProtocol script = new ScriptedProtocol()
                .opening(Connection::end)
                .receiving((connection, in) -> {
                    received.addAndGet(in.remaining());
                    in.position(in.limit());
                });
        Peer peer = fixture.peer(fixture.listen(script));
        Assert.equal(0, peer.receiveAll().length, "bytes before the end");
        Shifts.shift(script.connection(), fixture.target());
        peer.send(fixture.bytes(50_000));
        peer.endOutput();
        Assert.equal(null, script.cause(), "cause");
        Assert.equal(50_000, received.get(), "bytes after our end and a shift");
    }

    private static void unread(EngineFixture fixture) throws Exception {
        Queue<String> offers = new ConcurrentLinkedQueue<>();
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            offers.add(Shifts.who(fixture, connection) + " " + in.remaining());
            in.position(in.limit() - (in.remaining() > 4 ? 4 : 0));
        });
        Peer peer = fixture.peer(fixture.listen(script));
        peer.send(new byte[10]);
        Conditions.await("all ten were offered", () -> offers.contains("old 10"));
        Shifts.shift(script.connection(), fixture.target());
        Conditions.await("the four that were left are offered again", () -> offers.contains("new 4"));
        Assert.equal(List.of("old 10", "new 4"), List.copyOf(offers), "offers");
    }

    private static void timers(EngineFixture fixture) throws Exception {
        Queue<String> fired = new ConcurrentLinkedQueue<>();
        ScriptedProtocol script = new ScriptedProtocol();
        fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        AtomicBoolean moved = new AtomicBoolean();
        Duration early = Duration.ofMillis(120);
        Duration late = Duration.ofMillis(500);
        CompletableFuture<Boolean> set = new CompletableFuture<>();
        connection.execute(() -> {
            long began = System.nanoTime();
            connection.schedule(late, () -> fire("b", fixture, connection, moved, fired));
            connection.schedule(early, () -> fire("a", fixture, connection, moved, fired));
            long took = System.nanoTime() - began;
            connection
                    .schedule(Duration.ofMillis(100), () -> fired.add("cancelled"))
                    .cancel();
            set.complete(took < late.minus(early).toNanos());
        });
        // The thread may have been descheduled between the two, so that the short one is due after the long one.
        boolean inOrder = Conditions.await("timers are set", set);
        CompletableFuture<Void> go = new CompletableFuture<>();
        CompletionStage<Void> shifted = connection.shiftTo(fixture.target());
        connection.execute(() -> go.complete(null));
        Conditions.await("a task after a shift", go);
        Conditions.await("shift", shifted);
        moved.set(true);
        Conditions.await("both timers", () -> fired.size() >= 2);
        Assert.that(
                !Conditions.holdsWithin(Conditions.GLANCE, () -> fired.size() > 2), "more than both timers: " + fired);
        List<String> order =
                inOrder ? List.copyOf(fired) : fired.stream().sorted().toList();
        Assert.equal(List.of("a", "b"), order, "timers");
    }

    private static void fire(
            String name, EngineFixture fixture, Connection connection, AtomicBoolean moved, Queue<String> fired) {
        if (moved.get() && !Shifts.who(fixture, connection).equals("new")) {
            fixture.violation("a timer on the old engine");
        }
        fired.add(name);
    }
}
