package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.CollectingSession;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A paused session gets neither bytes nor an end, and costs little, until it resumes. */
final class PauseBehaviours {
    /** The largest read. */
    private static final int READ = 64 << 10;

    /** What may still arrive after a pause: the read that was in flight, which is no larger than any other. */
    private static final int BURST = READ;

    private static final int TASK_ROUNDS = 4;

    private static final int QUIET_MESSAGES = 5;

    private PauseBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("pause stops reading, resume goes on where it was", PauseBehaviours::pause),
                Behaviour.of(
                        "pause after a quiet beginning, while the next read is under way", PauseBehaviours::quietPause),
                Behaviour.of("pause from a task, while waiting for bytes", PauseBehaviours::pauseFromTask));
    }

    private static void pause(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(3_000_000);
        AtomicBoolean paused = new AtomicBoolean();
        AtomicInteger pauses = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(1);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        ScriptedProtocol script = new ScriptedProtocol();
        CollectingSession collecting = new CollectingSession(got);
        script.receiving((connection, in) -> {
            if (paused.get()) {
                fixture.violation("received() while paused");
            }
            int part = Math.min(in.remaining(), 50_000);
            collecting.received(in.slice(in.position(), part));
            in.position(in.position() + part);
            if (in.hasRemaining() || pauses.incrementAndGet() % 10 == 1) {
                paused.set(true);
                connection.pause();
                first.countDown();
            }
        });
        script.closing(connection -> collecting.closed(null));
        Peer peer = fixture.peer(fixture.listen(script));
        var sending = fixture.start(() -> {
            peer.send(bytes);
            peer.endOutput();
            return null;
        });
        Conditions.await("the first bytes are there", first);
        Connection connection = script.connection();
        awaitNoMoreThan(fixture, READ + BURST);
        Conditions.await("it continues to the end", () -> {
            connection.execute(() -> {
                paused.set(false);
                connection.resume();
            });
            return got.isDone();
        });
        Assert.equal(bytes, got.join(), "what the session took");
        fixture.finish(sending);
        Assert.equal(null, script.cause(), "cause");
    }

    /** Watches for a while whether the engine continues to read. */
    private static void awaitNoMoreThan(EngineFixture fixture, long most) {
        Conditions.holdsWithin(Conditions.GLANCE, () -> fixture.engine().stats().bytesRead() > most);
        long read = fixture.engine().stats().bytesRead();
        Assert.that(read <= most, read + " bytes were read, " + most + " at most should be once the session pauses");
    }

    /** A proactor has started its next read long before the session pauses: its bytes must be kept, and no further read may follow. */
    private static void quietPause(EngineFixture fixture) throws Exception {
        byte[] flood = fixture.bytes(1_000_000);
        long read = 0;
        for (boolean fromTask : new boolean[] {false, true}) {
            AtomicBoolean paused = new AtomicBoolean();
            AtomicInteger messages = new AtomicInteger();
            CompletableFuture<byte[]> got = new CompletableFuture<>();
            CollectingSession collecting = new CollectingSession(got);
            ScriptedProtocol script = new ScriptedProtocol();
            script.receiving((connection, in) -> {
                        if (paused.get()) {
                            fixture.violation("received() while paused");
                        }
                        if (messages.get() == QUIET_MESSAGES) {
                            collecting.received(in);
                            return;
                        }
                        connection.write(in);
                        if (messages.incrementAndGet() == QUIET_MESSAGES && !fromTask) {
                            paused.set(true);
                            connection.pause();
                        }
                    })
                    .closing(connection -> collecting.closed(null));
            Peer peer = fixture.peer(fixture.listen(script));
            for (int message = 0; message < QUIET_MESSAGES; message++) {
                peer.echo(fixture.bytes(10));
            }
            read += QUIET_MESSAGES * 10;
            Connection connection = script.connection();
            if (fromTask) {
                CountDownLatch pausing = new CountDownLatch(1);
                connection.execute(() -> {
                    paused.set(true);
                    connection.pause();
                    pausing.countDown();
                });
                Conditions.await("the task has run", pausing);
            }
            var sending = fixture.start(() -> {
                peer.send(flood);
                peer.endOutput();
                return null;
            });
            awaitNoMoreThan(fixture, read + BURST);
            read += flood.length;
            connection.execute(() -> {
                paused.set(false);
                connection.resume();
            });
            Assert.equal(flood, Conditions.await("it continues to the end", got), "what came after the pause");
            fixture.finish(sending);
            Assert.equal(null, script.cause(), "cause");
        }
    }

    /** Repeated: it is random whether the task runs before the engine waits for bytes again, or while it does. */
    private static void pauseFromTask(EngineFixture fixture) throws Exception {
        for (int round = 0; round < TASK_ROUNDS; round++) {
            pauseFromOneTask(fixture);
        }
    }

    private static void pauseFromOneTask(EngineFixture fixture) throws Exception {
        AtomicBoolean paused = new AtomicBoolean();
        AtomicInteger got = new AtomicInteger();
        AtomicInteger ends = new AtomicInteger();
        ScriptedProtocol script = new ScriptedProtocol()
                .receiving((connection, in) -> {
                    if (paused.get()) {
                        fixture.violation("received() while paused");
                    }
                    got.addAndGet(in.remaining());
                    in.position(in.limit());
                })
                .ended(connection -> {
                    if (paused.get()) {
                        fixture.violation("ended() while paused");
                    }
                    ends.incrementAndGet();
                    return false;
                });
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        peer.send(new byte[10]);
        Conditions.await("the first bytes", () -> got.get() == 10);
        CountDownLatch pausing = new CountDownLatch(1);
        connection.execute(() -> {
            paused.set(true);
            connection.pause();
            pausing.countDown();
        });
        Conditions.await("the task has run", pausing);
        peer.send(new byte[20]);
        peer.endOutput();
        Conditions.holdsWithin(Conditions.GLANCE, () -> ends.get() > 0);
        Assert.equal(10, got.get(), "bytes received so far");
        connection.execute(() -> {
            paused.set(false);
            connection.resume();
        });
        Assert.equal(null, script.cause(), "cause");
        Assert.equal(30, got.get(), "bytes received at last");
        Assert.equal(1, ends.get(), "calls of ended()");
        Assert.equal(0, peer.receiveAll().length, "bytes to the peer");
    }
}
