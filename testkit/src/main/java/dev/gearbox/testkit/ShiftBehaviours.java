package dev.gearbox.testkit;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A connection changes engines, and neither its session nor its peer loses anything by it. */
final class ShiftBehaviours {
    private static final int CROWD = 20;
    /** Of one connection, before it is looked whether anything is left behind. */
    private static final int VERY_MANY = Integer.getInteger("gearbox.shifts", 10_000);

    private static final List<Behaviour> PAIRS = List.of(
            Behaviour.shifting("a shift moves a quiet connection", ShiftBehaviours::quiet),
            Behaviour.shifting("shifts under a saturated echo", ShiftBehaviours::saturated),
            Behaviour.shifting("a shift while writes wait behind a slow reader", ShiftBehaviours::slowReader),
            Behaviour.shifting("a shift while reading is paused", ShiftBehaviours::paused),
            Behaviour.shifting("a shift after the peer's end", ShiftBehaviours::afterPeersEnd),
            Behaviour.shifting("a shift after our end", ShiftBehaviours::afterOurEnd));

    private static final List<Behaviour> OTHERS = List.of(
            Behaviour.shifting("a shift with unread bytes", ShiftBehaviours::unread),
            Behaviour.shifting("a shift with timers and tasks", ShiftBehaviours::timers),
            Behaviour.shifting("a shift from within a callback", ShiftBehaviours::inCallback),
            Behaviour.shifting("two shifts at once", ShiftBehaviours::twoAtOnce),
            Behaviour.shifting("a shift to where it is", ShiftBehaviours::toItself),
            Behaviour.shifting("a shift to a closed engine", ShiftBehaviours::toClosed),
            Behaviour.shifting("a shift of a closed connection", ShiftBehaviours::ofClosed),
            Behaviour.shifting("a shift away from an engine that then closes", ShiftBehaviours::oldCloses),
            Behaviour.shifting("the other engine closes during shifts", ShiftBehaviours::targetCloses),
            Behaviour.shifting("many connections are shifted at once", ShiftBehaviours::crowd),
            Behaviour.shifting("very many shifts of one connection", ShiftBehaviours::veryMany));

    private ShiftBehaviours() {}

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>(PAIRS);
        all.addAll(OTHERS);
        return all;
    }

    /** Those that are played with every pair of engines. */
    static List<Behaviour> ofPairs() {
        return PAIRS;
    }

    private static Script echo() {
        return new Script().receiving(Connection::write);
    }

    private static void shift(Connection connection, Engine to) throws Exception {
        Patience.await("shift to " + to, connection.shiftTo(to));
        Check.equal(to, connection.engine(), "the engine after a shift");
    }

    private static void fails(ShiftException.Reason reason, CompletionStage<Void> shift) throws Exception {
        Check.equal(reason, failure(shift), "why there was no shift");
    }

    /** Null if it did not fail. */
    private static ShiftException.@Nullable Reason failure(CompletionStage<Void> shift) throws Exception {
        Throwable thrown =
                Patience.await("the answer to a shift", shift.<@Nullable Throwable>handle((none, failure) -> failure));
        if (thrown instanceof CompletionException wrapped) {
            thrown = wrapped.getCause();
        }
        if (thrown == null) {
            return null;
        }
        Check.instance(ShiftException.class, thrown, "what a shift fails with");
        return ((ShiftException) thrown).reason();
    }

    private static String who(Stage stage, Connection connection) {
        return connection.engine().equals(stage.engine()) ? "old" : "new";
    }

    private static void quiet(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        peer.echo(stage.bytes(100));
        Connection connection = script.connection();
        shift(connection, stage.target());
        Check.equal(0L, stage.engine().stats().connections(), "connections of the old engine");
        Check.equal(1L, stage.target().stats().connections(), "connections of the new engine");
        Check.equal(List.of(), stage.engine().connections().toList(), "what the old engine drives");
        Check.equal(List.of(connection), stage.target().connections().toList(), "what the new engine drives");
        peer.echo(stage.bytes(20_000));
        shift(connection, stage.engine());
        shift(connection, stage.target());
        peer.echo(stage.bytes(1));
        peer.endOutput();
        Check.equal(0, peer.receiveAll().length, "bytes after the last answer");
        Check.equal(null, script.cause(), "cause");
    }

    /** What every byte has to be is known by its position. */
    private static void pattern(byte[] bytes, long position) {
        for (int index = 0; index < bytes.length; index++) {
            long at = position + index;
            bytes[index] = (byte) (at * 31 + (at >>> 8) * 17 + (at >>> 16));
        }
    }

    private static void saturated(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        AtomicBoolean enough = new AtomicBoolean();
        var random = stage.random().split();
        var sending = stage.start(() -> {
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
        var checking = stage.start(() -> {
            long position = 0;
            byte[] expected = new byte[8 << 10];
            byte[] piece = peer.receiveSome(expected.length);
            while (piece.length > 0) {
                pattern(expected, position);
                int other = Arrays.mismatch(piece, 0, piece.length, expected, 0, piece.length);
                Check.that(other < 0, "byte " + (position + other) + " is another one");
                position += piece.length;
                piece = peer.receiveSome(expected.length);
            }
            return position;
        });
        Connection connection = script.connection();
        try {
            for (int round = 0; round < 25; round++) {
                shift(connection, stage.target());
                shift(connection, stage.engine());
            }
        } finally {
            enough.set(true);
        }
        Check.equal(stage.finish(sending), stage.finish(checking), "bytes that came back");
        Check.equal(null, script.cause(), "cause");
    }

    private static void slowReader(Stage stage) throws Exception {
        // More than the system takes on for a peer that does not read.
        byte[] bytes = stage.bytes(8_000_000);
        AtomicInteger writables = new AtomicInteger();
        CompletableFuture<Void> written = new CompletableFuture<>();
        Script script = new Script()
                .receiving((connection, in) -> {
                    in.position(in.limit());
                    connection.write(ByteBuffer.wrap(bytes));
                    written.complete(null);
                })
                .writable(connection -> {
                    writables.incrementAndGet();
                    connection.end();
                });
        Peer peer = stage.peer(stage.listen(script), 4 << 10);
        peer.send(new byte[1]);
        Patience.await("the session has written", written);
        shift(script.connection(), stage.target());
        shift(script.connection(), stage.engine());
        shift(script.connection(), stage.target());
        Check.equal(bytes, peer.receiveAll(), "what the slow reader got");
        Check.equal(1, writables.get(), "writable()");
    }

    private static void paused(Stage stage) throws Exception {
        AtomicInteger received = new AtomicInteger();
        Script script = new Script().opening(Connection::pause).receiving((connection, in) -> {
            received.addAndGet(in.remaining());
            connection.write(in);
        });
        Peer peer = stage.peer(stage.listen(script));
        byte[] bytes = stage.bytes(1_000);
        peer.send(bytes);
        shift(script.connection(), stage.target());
        Check.that(!Patience.comes(Patience.GLANCE, () -> received.get() > 0), "a paused session was given bytes");
        script.connection().execute(script.connection()::resume);
        Check.equal(bytes, peer.receive(bytes.length), "what waited for resume()");
    }

    private static void afterPeersEnd(Stage stage) throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Script script = new Script().ended(connection -> {
            if (!ended.complete(null)) {
                stage.violation("ended() twice");
            }
            return true;
        });
        Peer peer = stage.peer(stage.listen(script));
        peer.endOutput();
        Patience.await("the session knows of the end", ended);
        Connection connection = script.connection();
        shift(connection, stage.target());
        byte[] bytes = stage.bytes(100_000);
        connection.execute(() -> {
            connection.write(ByteBuffer.wrap(bytes));
            connection.end();
        });
        Check.equal(bytes, peer.receiveAll(), "bytes after the peer's end and a shift");
        Check.equal(null, script.cause(), "cause");
    }

    private static void afterOurEnd(Stage stage) throws Exception {
        AtomicInteger received = new AtomicInteger();
        Script script = new Script().opening(Connection::end).receiving((connection, in) -> {
            received.addAndGet(in.remaining());
            in.position(in.limit());
        });
        Peer peer = stage.peer(stage.listen(script));
        Check.equal(0, peer.receiveAll().length, "bytes before the end");
        shift(script.connection(), stage.target());
        peer.send(stage.bytes(50_000));
        peer.endOutput();
        Check.equal(null, script.cause(), "cause");
        Check.equal(50_000, received.get(), "bytes after our end and a shift");
    }

    private static void unread(Stage stage) throws Exception {
        Queue<String> offers = new ConcurrentLinkedQueue<>();
        Script script = new Script().receiving((connection, in) -> {
            offers.add(who(stage, connection) + " " + in.remaining());
            in.position(in.limit() - (in.remaining() > 4 ? 4 : 0));
        });
        Peer peer = stage.peer(stage.listen(script));
        peer.send(new byte[10]);
        Patience.await("all ten were offered", () -> offers.contains("old 10"));
        shift(script.connection(), stage.target());
        Patience.await("the four that were left are offered again", () -> offers.contains("new 4"));
        Check.equal(List.of("old 10", "new 4"), List.copyOf(offers), "offers");
    }

    private static void timers(Stage stage) throws Exception {
        Queue<String> fired = new ConcurrentLinkedQueue<>();
        Script script = new Script();
        stage.peer(stage.listen(script));
        Connection connection = script.connection();
        AtomicBoolean moved = new AtomicBoolean();
        CompletableFuture<Void> set = new CompletableFuture<>();
        connection.execute(() -> {
            connection.schedule(Duration.ofMillis(150), () -> fire("b", stage, connection, moved, fired));
            connection.schedule(Duration.ofMillis(120), () -> fire("a", stage, connection, moved, fired));
            connection
                    .schedule(Duration.ofMillis(100), () -> fired.add("cancelled"))
                    .cancel();
            set.complete(null);
        });
        Patience.await("timers are set", set);
        CompletableFuture<Void> go = new CompletableFuture<>();
        CompletionStage<Void> shifted = connection.shiftTo(stage.target());
        connection.execute(() -> go.complete(null));
        Patience.await("a task behind a shift", go);
        Patience.await("shift", shifted);
        moved.set(true);
        Patience.await("both timers", () -> fired.size() >= 2);
        Check.that(!Patience.comes(Patience.GLANCE, () -> fired.size() > 2), "more than both timers: " + fired);
        Check.equal(List.of("a", "b"), List.copyOf(fired), "timers");
    }

    private static void fire(
            String name, Stage stage, Connection connection, AtomicBoolean moved, Queue<String> fired) {
        if (moved.get() && !who(stage, connection).equals("new")) {
            stage.violation("a timer with the old engine");
        }
        fired.add(name);
    }

    private static void inCallback(Stage stage) throws Exception {
        Queue<CompletionStage<Void>> shifts = new ConcurrentLinkedQueue<>();
        Engine here = stage.engine();
        Engine there = stage.target();
        Peer peer = stage.peer(stage.listen(new Script().receiving((connection, in) -> {
            shifts.add(connection.shiftTo(connection.engine().equals(here) ? there : here));
            connection.write(in);
        })));
        for (int round = 0; round < 20; round++) {
            peer.echo(stage.bytes(100));
            for (CompletionStage<Void> each; (each = shifts.poll()) != null; ) {
                Patience.await("the shift of a callback", each);
            }
        }
    }

    private static void twoAtOnce(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        Connection connection = script.connection();
        stage.target();
        for (int round = 0; round < 20; round++) {
            Engine to = round % 2 == 0 ? stage.target() : stage.engine();
            AtomicInteger won = new AtomicInteger();
            Callable<@Nullable Object> one = () -> {
                ShiftException.Reason reason = failure(connection.shiftTo(to));
                if (reason == null) {
                    won.incrementAndGet();
                } else {
                    Check.equal(ShiftException.Reason.UNDER_WAY, reason, "what the other one is told");
                }
                return null;
            };
            stage.together(one, one);
            Check.that(won.get() > 0, "of two shifts at once none won");
            Check.equal(to, connection.engine(), "the engine after two shifts at once");
        }
        peer.echo(stage.bytes(1_000));
    }

    private static void toItself(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        shift(script.connection(), stage.engine());
        peer.echo(stage.bytes(1_000));
    }

    private static void toClosed(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        stage.target().close();
        fails(ShiftException.Reason.REFUSED, script.connection().shiftTo(stage.target()));
        Check.equal(stage.engine(), script.connection().engine(), "the engine after a shift that failed");
        peer.echo(stage.bytes(1_000));
    }

    private static void ofClosed(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        peer.echo(stage.bytes(10));
        peer.endOutput();
        Check.equal(null, script.cause(), "cause");
        fails(ShiftException.Reason.CONNECTION_CLOSED, script.connection().shiftTo(stage.target()));
    }

    private record Guest(Peer peer, Connection connection) {}

    private static List<Guest> guests(Stage stage) throws Exception {
        Queue<Connection> opened = new ConcurrentLinkedQueue<>();
        InetSocketAddress address = stage.listen(connection -> {
            opened.add(connection);
            return connection::write;
        });
        List<Guest> guests = new ArrayList<>();
        for (int index = 0; index < CROWD; index++) {
            Peer peer = stage.peer(address);
            peer.echo(new byte[1]);
            guests.add(new Guest(
                    peer,
                    opened.stream()
                            .filter(each -> each.remoteAddress().equals(peer.localAddress()))
                            .findFirst()
                            .orElseThrow()));
        }
        return guests;
    }

    private static void oldCloses(Stage stage) throws Exception {
        List<Guest> guests = guests(stage);
        List<CompletionStage<Void>> shifts = new ArrayList<>();
        for (Guest guest : guests) {
            shifts.add(guest.connection().shiftTo(stage.target()));
        }
        for (CompletionStage<Void> each : shifts) {
            Patience.await("shift", each);
        }
        stage.engine().close();
        for (Guest guest : guests) {
            guest.peer().echo(stage.bytes(1_000));
        }
    }

    /** Wherever a connection is when all is over, it is whole: served by the old engine, or closed with the new one. */
    private static void targetCloses(Stage stage) throws Exception {
        List<Guest> guests = guests(stage);
        Engine target = stage.target();
        List<CompletionStage<Void>> shifts = new ArrayList<>();
        var closing = stage.start(() -> {
            target.close();
            return null;
        });
        for (Guest guest : guests) {
            shifts.add(guest.connection().shiftTo(target));
        }
        stage.finish(closing);
        for (int index = 0; index < guests.size(); index++) {
            Guest guest = guests.get(index);
            ShiftException.Reason reason = failure(shifts.get(index));
            if (reason == null) {
                guest.peer().awaitClosed();
            } else if (reason == ShiftException.Reason.REFUSED) {
                Check.equal(stage.engine(), guest.connection().engine(), "the engine after a shift that failed");
                guest.peer().echo(stage.bytes(1_000));
            } else {
                Check.equal(
                        ShiftException.Reason.CONNECTION_CLOSED, reason, "what a shift to a closing engine fails with");
            }
        }
    }

    private static void crowd(Stage stage) throws Exception {
        List<Guest> guests = guests(stage);
        Engine[] engines = {stage.target(), stage.engine()};
        List<Callable<?>> tasks = new ArrayList<>();
        for (Guest guest : guests) {
            byte[] bytes = stage.bytes(stage.random().nextInt(1, 50_000));
            AtomicBoolean enough = new AtomicBoolean();
            tasks.add(() -> {
                do {
                    var sending = stage.start(() -> {
                        guest.peer().send(bytes);
                        return null;
                    });
                    Check.equal(bytes, guest.peer().receive(bytes.length), "echo");
                    stage.finish(sending);
                } while (!enough.get());
                return null;
            });
            tasks.add(() -> {
                try {
                    for (int round = 0; round < 10; round++) {
                        shift(guest.connection(), engines[round % 2]);
                    }
                } finally {
                    enough.set(true);
                }
                return null;
            });
        }
        stage.together(tasks);
    }

    private static void veryMany(Stage stage) throws Exception {
        Script script = echo();
        Peer peer = stage.peer(stage.listen(script));
        Connection connection = script.connection();
        for (int count = 0; count < VERY_MANY; count++) {
            shift(connection, count % 2 == 0 ? stage.target() : stage.engine());
        }
        peer.echo(stage.bytes(10_000));
    }
}
