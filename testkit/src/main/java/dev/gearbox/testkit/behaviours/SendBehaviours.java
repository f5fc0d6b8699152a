package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.SharedBuffer;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import dev.gearbox.testkit.fixture.Shifts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What other threads send, and what a session can know about bytes: the number that is still queued shows whether a slow peer reads any. */
final class SendBehaviours {
    private static final int LENGTH = 2 << 20;
    /** Larger than the smallest buffers of both sockets, and not a divisor of any engine's largest piece. */
    private static final int STEP = 100_000;
    /** What the kernel has accepted and the engine need not know yet: at most one call's worth. */
    private static final int UNHEARD = 72 << 10;

    private static final int HEADER = 3 * Integer.BYTES;
    private static final int LARGEST_MESSAGE = 12_000;
    private static final Options WATER = EngineFixture.OPTIONS.withWater(100_000, 20_000);

    private SendBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a session sees how far a large write is", SendBehaviours::slowReader),
                Behaviour.of("a session sees how many bytes came and went", SendBehaviours::counts),
                Behaviour.of("sends of many threads arrive whole, in each thread's order", SendBehaviours::manyThreads),
                Behaviour.of("a send in a callback follows what was sent before", SendBehaviours::inOrder),
                Behaviour.of("send returns false as write does, writable follows", SendBehaviours::backPressure),
                Behaviour.of("a sender that does not stop is cut off at the cap", SendBehaviours::cap),
                Behaviour.of("a send after the end has no effect", SendBehaviours::afterTheEnd),
                Behaviour.shifting("sends during shifts arrive once, in order", SendBehaviours::duringShifts));
    }

    private static void slowReader(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(LENGTH);
        ScriptedProtocol script =
                new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.wrap(bytes)));
        Peer peer = fixture.peer(fixture.listen(script, Options.DEFAULT.withSocketBuffers(8 << 10, 0)), 4 << 10);
        Connection connection = script.connection();
        for (int read = STEP; read < LENGTH; read += STEP) {
            peer.receive(STEP);
            // The kernel has accepted at least what the peer has read.
            long most = (long) LENGTH - read + UNHEARD;
            Conditions.await(
                    read + " bytes were read, and " + most + " are queued at most",
                    () -> asked(connection, Connection::queued) <= most);
            // The system may accept more at any moment.
            boolean all = asked(connection, each -> {
                long before = each.bytesWritten();
                long queued = each.queued();
                return before + queued <= LENGTH && each.bytesWritten() + queued >= LENGTH;
            });
            Assert.that(all, "bytesWritten() and queued() are not together what was written");
        }
    }

    /** Returns what the session sees. */
    private static <T> T asked(Connection connection, Function<Connection, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        connection.execute(() -> answer.complete(question.apply(connection)));
        return answer.orTimeout(Conditions.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static void counts(EngineFixture fixture) throws Exception {
        int length = 300_000;
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        byte[] bytes = fixture.bytes(length);
        fixture.together(
                () -> {
                    peer.send(bytes);
                    return null;
                },
                () -> {
                    Assert.equal(bytes, peer.receive(length), "echo");
                    return null;
                });
        Assert.that(asked(connection, Connection::bytesRead) == length, "bytesRead() is not what was read");
        Conditions.await("all bytes are known to be sent", () -> asked(connection, Connection::bytesWritten) == length);
        Assert.that(asked(connection, Connection::isReading), "it reads");
        Assert.that(
                !asked(connection, each -> {
                    each.pause();
                    return each.isReading();
                }),
                "it reads although it is paused");
        Assert.fails(IllegalStateException.class, connection::bytesRead, "bytesRead() outside a callback");
    }

    private static void manyThreads(EngineFixture fixture) throws Exception {
        int senders = 4;
        int messages = 300;
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script), 32 << 10);
        Connection connection = script.connection();
        List<Callable<?>> tasks = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            int mine = sender;
            SplittableRandom random = fixture.random().split();
            tasks.add(() -> {
                send(connection, mine, messages, random);
                return null;
            });
        }
        tasks.add(() -> {
            receive(peer, senders, messages);
            return null;
        });
        fixture.together(tasks);
    }

    /** Sends numbered messages, in one buffer that is used again at once, and waits while the connection takes no more. */
    private static void send(Connection connection, int sender, int messages, SplittableRandom random) {
        ByteBuffer buffer = ByteBuffer.allocate(HEADER + LARGEST_MESSAGE);
        for (int number = 0; number < messages; number++) {
            int length = random.nextInt(random.nextInt(4) == 0 ? LARGEST_MESSAGE : 100);
            buffer.clear().putInt(sender).putInt(number).putInt(length);
            for (int at = 0; at < length; at++) {
                buffer.put((byte) (sender + number + at));
            }
            buffer.flip();
            boolean more =
                    random.nextBoolean() ? connection.send(buffer) : connection.send(SharedBuffer.copyOf(buffer));
            for (int at = 0; at < buffer.limit(); at++) {
                buffer.put(at, (byte) -1);
            }
            if (!more) {
                Conditions.await("it can be sent again", connection::isWritable);
            }
        }
    }

    private static void receive(Peer peer, int senders, int messages) throws IOException {
        int[] next = new int[senders];
        for (int count = 0; count < senders * messages; count++) {
            ByteBuffer header = ByteBuffer.wrap(peer.receive(HEADER));
            int sender = header.getInt();
            Assert.that(sender >= 0 && sender < senders, "no such sender: " + sender);
            int number = header.getInt();
            Assert.equal(next[sender]++, number, "number of the message of sender " + sender);
            byte[] content = peer.receive(header.getInt());
            for (int at = 0; at < content.length; at++) {
                Assert.equal((byte) (sender + number + at), content[at], "byte " + at + " of message " + number);
            }
        }
    }

    private static void inOrder(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        for (int round = 0; round < 10; round++) {
            byte first = (byte) (2 * round);
            byte second = (byte) (2 * round + 1);
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch sent = new CountDownLatch(1);
            connection.execute(() -> {
                entered.countDown();
                hold(fixture, sent);
                connection.send(ByteBuffer.wrap(new byte[] {second}));
            });
            Conditions.await("a callback runs", entered);
            connection.send(ByteBuffer.wrap(new byte[] {first}));
            sent.countDown();
            Assert.equal(new byte[] {first, second}, peer.receive(2), "what was sent before the callback, and in it");
        }
    }

    private static void hold(EngineFixture fixture, CountDownLatch latch) {
        try {
            Conditions.await("the test goes on", latch);
        } catch (InterruptedException interrupted) {
            fixture.violation("a callback was interrupted: " + interrupted);
        }
    }

    /**
     * The bytes exceed the mark only together with those that wait in a task: until that runs, others have been sent. The sender waits for writable() all the
     * same.
     */
    private static void backPressure(EngineFixture fixture) throws Exception {
        AtomicInteger told = new AtomicInteger();
        ScriptedProtocol script = new ScriptedProtocol().writable(connection -> told.incrementAndGet());
        Peer peer = fixture.peer(fixture.listen(script, WATER.withWater(100_000, 0)));
        Connection connection = script.connection();
        for (int round = 1; round <= 5; round++) {
            // The engine may learn later than the peer that the bytes of the last round were sent. With a low-water
            // mark
            // of zero it is writable, after all tasks, only when it has learned that all were.
            Conditions.await("it is writable after all tasks", () -> asked(connection, Connection::isWritable));
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch sent = new CountDownLatch(1);
            connection.execute(() -> {
                connection.write(ByteBuffer.allocate(90_000));
                entered.countDown();
                hold(fixture, sent);
            });
            Conditions.await("a callback has written", entered);
            Assert.that(connection.isWritable(), "not writable although nothing was refused");
            Assert.that(connection.send(ByteBuffer.allocate(5_000)), "send() returned false below the mark");
            Assert.that(!connection.send(ByteBuffer.allocate(6_000)), "send() returned true above the mark");
            Assert.that(!connection.isWritable(), "writable although send() returned false");
            Assert.that(!connection.send(ByteBuffer.allocate(1)), "send() returned true before writable()");
            sent.countDown();
            peer.receive(101_001);
            int expected = round;
            Conditions.await("writable() was called " + expected + " times", () -> told.get() >= expected);
            Conditions.await("it is writable", connection::isWritable);
        }
    }

    private static void cap(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(
                fixture.listen(script, WATER.withCaps(1_000_000, 1_000).withSocketBuffers(8 << 10, 0)), 4 << 10);
        Connection connection = script.connection();
        fixture.together(() -> {
            ByteBuffer piece = ByteBuffer.allocate(10_000);
            boolean refused = false;
            while (!script.closed.isDone() && !Thread.currentThread().isInterrupted()) {
                refused |= !connection.send(piece.clear());
            }
            Assert.that(refused, "send() never returned false");
            return null;
        });
        Assert.instance(BacklogOverflowException.class, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void afterTheEnd(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        connection.send(ByteBuffer.wrap(new byte[] {1}));
        asked(connection, each -> {
            each.end();
            each.send(ByteBuffer.wrap(new byte[] {2}));
            return true;
        });
        connection.send(ByteBuffer.wrap(new byte[] {3}));
        connection.send(SharedBuffer.copyOf(ByteBuffer.allocate(LARGEST_MESSAGE)));
        Assert.equal(new byte[] {1}, peer.receiveAll(), "what was sent before the end");
        peer.endOutput();
        Assert.equal(null, script.cause(), "cause");
        Assert.that(connection.send(ByteBuffer.wrap(new byte[] {4})), "send() on a closed connection returned false");
    }

    private static void duringShifts(EngineFixture fixture) throws Exception {
        int messages = 3_000;
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script), 32 << 10);
        Connection connection = script.connection();
        SplittableRandom random = fixture.random().split();
        AtomicBoolean received = new AtomicBoolean();
        fixture.together(
                () -> {
                    send(connection, 0, messages, random);
                    return null;
                },
                () -> {
                    receive(peer, 1, messages);
                    received.set(true);
                    return null;
                },
                () -> {
                    Engine next = fixture.target();
                    while (!received.get()) {
                        Shifts.shift(connection, next);
                        next = next.equals(fixture.target()) ? fixture.engine() : fixture.target();
                    }
                    return null;
                });
    }
}
