package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Waiting tasks of a connection run in turns: between two turns, written data is sent, and other connections are served. */
final class FairnessBehaviours {
    private static final int PIECE = 1 << 10;
    private static final int TASKS = 100_000;
    private static final long TASK_NANOS = 100_000;
    /** Enough for each loop to have some. */
    private static final int OTHERS = 6;

    private FairnessBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "what 2,000 waiting tasks write is sent between them",
                        fixture -> sentBetween(fixture, 2_000, Options.DEFAULT.withCaps(256 << 10, 1 << 20))),
                Behaviour.of(
                        "what 20,000 waiting tasks write is sent between them",
                        fixture -> sentBetween(fixture, 20_000, Options.DEFAULT)),
                Behaviour.of(
                        "a thread that posts and posts does not starve other connections",
                        FairnessBehaviours::posting));
    }

    /**
     * If nothing were sent before the last task has run, the cap on queued bytes would be exceeded. While the kernel has taken everything written, a
     * task gives the reader time: it reads eagerly, but the machine may be busy.
     */
    private static void sentBetween(EngineFixture fixture, int tasks, Options options) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script, options));
        Connection connection = script.connection();
        AtomicLong got = new AtomicLong();
        CountDownLatch posted = new CountDownLatch(1);
        connection.execute(() -> awaitQuietly(posted));
        for (int task = 0; task < tasks; task++) {
            long before = (long) task * PIECE;
            connection.execute(() -> {
                if (connection.queued() == 0) {
                    Conditions.holdsWithin(Conditions.GLANCE, () -> got.get() >= before);
                }
                connection.write(ByteBuffer.allocate(PIECE));
            });
        }
        posted.countDown();
        long total = (long) tasks * PIECE;
        while (got.get() < total) {
            int count = peer.receiveSome(64 << 10).length;
            if (count == 0) {
                throw new AssertionError("the stream ended after " + got + " of " + total + " bytes", script.cause());
            }
            got.addAndGet(count);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            Conditions.await("all tasks are posted", latch);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static void posting(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        fixture.peer(fixture.listen(script));
        Connection busy = script.connection();
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        List<Peer> others = new ArrayList<>();
        for (int index = 0; index < OTHERS; index++) {
            Peer other = fixture.peer(address);
            other.echo(new byte[1]);
            others.add(other);
        }
        AtomicInteger run = new AtomicInteger();
        AtomicBoolean served = new AtomicBoolean();
        CountDownLatch half = new CountDownLatch(TASKS / 2);
        busy.execute(() -> awaitQuietly(half));
        Callable<?> poster = () -> {
            for (int task = 0; task < TASKS && !served.get(); task++) {
                busy.execute(() -> {
                    if (!served.get()) {
                        run.incrementAndGet();
                        spin();
                    }
                });
                half.countDown();
            }
            return null;
        };
        Callable<?> echoes = () -> {
            Conditions.await("many tasks wait", half);
            for (int round = 0; round < 5; round++) {
                for (Peer other : others) {
                    other.echo(fixture.bytes(100));
                }
            }
            served.set(true);
            return null;
        };
        fixture.together(poster, echoes);
        Assert.that(run.get() < TASKS, "the others were served when all " + TASKS + " tasks had run");
    }

    private static void spin() {
        long began = System.nanoTime();
        while (System.nanoTime() - began < TASK_NANOS) {
            Thread.onSpinWait();
        }
    }
}
