package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Chunking;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks and timers are callbacks like any other: one at a time, in order, and not after the end. */
final class TaskBehaviours {
    private TaskBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "tasks from many threads run one at a time, in each thread's order",
                        TaskBehaviours::manyThreads),
                Behaviour.of("a task runs although no bytes arrive", TaskBehaviours::idle),
                Behaviour.of(
                        "a task that reposts itself does not starve other connections",
                        fixture -> reposting(fixture, 1)),
                Behaviour.of(
                        "tasks that repost themselves do not starve other connections",
                        fixture -> reposting(fixture, 3)),
                Behaviour.of("timers fire in order, cancelled ones never", TaskBehaviours::timers),
                Behaviour.of("timers are cancelled by close", TaskBehaviours::timersAfterClose),
                Behaviour.of("a closed connection is forgotten, and its timers too", TaskBehaviours::forgotten),
                Behaviour.of("timers from other threads", TaskBehaviours::timersFromOutside),
                Behaviour.of("a task waits for the callback that is running", TaskBehaviours::waitsItsTurn),
                Behaviour.of("callbacks of all kinds at once never overlap", TaskBehaviours::allAtOnce));
    }

    private static void manyThreads(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        int threads = 4;
        int tasks = 2_000;
        int[] next = new int[threads];
        AtomicBoolean inside = new AtomicBoolean();
        CountDownLatch done = new CountDownLatch(threads * tasks);
        List<Callable<?>> posting = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int who = thread;
            posting.add(() -> {
                for (int number = 0; number < tasks; number++) {
                    int mine = number;
                    connection.execute(() -> {
                        if (inside.getAndSet(true)) {
                            fixture.violation("two tasks at once");
                        }
                        if (next[who]++ != mine) {
                            fixture.violation("task " + mine + " of thread " + who + " out of order");
                        }
                        inside.set(false);
                        done.countDown();
                    });
                }
                return null;
            });
        }
        posting.add(() -> {
            for (int round = 0; round < 50; round++) {
                peer.echo(new byte[100]);
            }
            return null;
        });
        fixture.together(posting);
        Conditions.await("all tasks have run", done);
    }

    private static void idle(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        for (int round = 0; round < 100; round++) {
            byte mine = (byte) round;
            connection.execute(() -> connection.write(ByteBuffer.wrap(new byte[] {mine})));
            Assert.equal(mine, peer.receive(1)[0], "what the task wrote");
        }
    }

    private static void reposting(EngineFixture fixture, int tasks) throws Exception {
        AtomicInteger rounds = new AtomicInteger();
        AtomicBoolean enough = new AtomicBoolean();
        ScriptedProtocol restless = new ScriptedProtocol();
        fixture.peer(fixture.listen(restless));
        Connection connection = restless.connection();
        Runnable again = new Runnable() {
            @Override
            public void run() {
                rounds.incrementAndGet();
                if (!enough.get()) {
                    connection.execute(this);
                }
            }
        };
        for (int task = 0; task < tasks; task++) {
            connection.execute(again);
        }
        Peer other = fixture.peer(fixture.listen(client -> client::write));
        for (int round = 0; round < 50; round++) {
            other.echo(new byte[100]);
        }
        int before = rounds.get();
        Conditions.await("the task still gets turns", () -> rounds.get() > before);
        enough.set(true);
    }

    private static void timers(EngineFixture fixture) throws Exception {
        int[] delays = {60, 20, 40, 1, 30, 10, 50, 0, 20};
        Queue<DueRange> fired = new ConcurrentLinkedQueue<>();
        CountDownLatch done = new CountDownLatch(delays.length);
        ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
            for (int delay : delays) {
                long nanos = delay * 1_000_000L;
                long before = System.nanoTime();
                long[] after = new long[1];
                connection.schedule(Duration.ofNanos(nanos), () -> {
                    if (System.nanoTime() - before < nanos) {
                        fixture.violation("a timer of " + delay + " ms fired early");
                    }
                    fired.add(new DueRange(before + nanos, after[0] + nanos));
                    done.countDown();
                });
                after[0] = System.nanoTime();
                Cancellable never = connection.schedule(
                        Duration.ofNanos(nanos), () -> fixture.violation("a cancelled timer fired"));
                never.cancel();
                never.cancel();
            }
        });
        fixture.peer(fixture.listen(script));
        Conditions.await("all timers have fired", done);
        DueRange last = null;
        for (DueRange each : fired) {
            Assert.that(last == null || each.latest() - last.earliest() >= 0, "timers out of order: " + fired);
            last = each;
        }
    }

    /** When a timer was due: the thread may have been descheduled while it was set, so this is known only within bounds. */
    private record DueRange(long earliest, long latest) {}

    private static void timersAfterClose(EngineFixture fixture) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ScriptedProtocol script = new ScriptedProtocol()
                .opening(connection -> {
                    for (int delay = 0; delay < 40; delay++) {
                        connection.schedule(Duration.ofMillis(delay), () -> {
                            if (over.get()) {
                                fixture.violation("a timer fired after closed()");
                            }
                        });
                    }
                })
                .closing(connection -> {
                    over.set(true);
                    connection.schedule(Duration.ofMillis(1), () -> fixture.violation("a timer set in closed() fired"));
                });
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        connection.schedule(Duration.ofMillis(5), connection::close);
        peer.awaitClosed();
        Assert.equal(null, script.cause(), "cause");
        // Another connection's timer that is due later than those would have been.
        ScriptedProtocol clock = new ScriptedProtocol();
        fixture.peer(fixture.listen(clock));
        CountDownLatch later = new CountDownLatch(1);
        clock.connection().schedule(Duration.ofMillis(50), later::countDown);
        Conditions.await("time has passed", later);
    }

    private static void forgotten(EngineFixture fixture) throws Exception {
        CompletableFuture<WeakReference<Session>> opened = new CompletableFuture<>();
        InetSocketAddress address = (InetSocketAddress) fixture.engine()
                .listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> {
                            byte[] state = new byte[1_000];
                            Session session = in -> {
                                in.position(in.limit());
                                state[0]++;
                            };
                            connection.schedule(Duration.ofHours(1), () -> session.received(ByteBuffer.allocate(0)));
                            opened.complete(new WeakReference<>(session));
                            return session;
                        },
                        EngineFixture.OPTIONS)
                .address();
        Peer peer = fixture.peer(address);
        WeakReference<Session> session = Conditions.await("the session is open", opened);
        peer.send(new byte[10]);
        peer.close();
        Conditions.await("the session is garbage", () -> {
            System.gc();
            return session.get() == null;
        });
    }

    private static void timersFromOutside(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        int count = 200;
        CountDownLatch done = new CountDownLatch(count);
        fixture.together(
                () -> {
                    for (int index = 0; index < count; index++) {
                        connection.schedule(Duration.ofNanos(1_000L * (index * 37 % 5_000)), done::countDown);
                    }
                    return null;
                },
                () -> {
                    for (int index = 0; index < count; index++) {
                        connection
                                .schedule(Duration.ofHours(1), () -> fixture.violation("a cancelled timer fired"))
                                .cancel();
                    }
                    return null;
                });
        Conditions.await("all timers have fired", done);
    }

    private static void waitsItsTurn(EngineFixture fixture) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(2);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            entered.countDown();
            if (Conditions.holdsWithin(Conditions.GLANCE, () -> ran.getCount() < 2)) {
                fixture.violation("a task or a timer ran while received() was running");
            }
        });
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        peer.send(new byte[1]);
        Conditions.await("received() runs", entered);
        connection.execute(ran::countDown);
        connection.schedule(Duration.ZERO, ran::countDown);
        Conditions.await("both have run", ran);
    }

    private static void allAtOnce(EngineFixture fixture) throws Exception {
        AtomicBoolean inside = new AtomicBoolean();
        AtomicInteger tasks = new AtomicInteger();
        int[] unguarded = new int[1];
        Runnable count = () -> {
            if (inside.getAndSet(true)) {
                fixture.violation("two callbacks at once");
            }
            unguarded[0]++;
            Thread.onSpinWait();
            tasks.incrementAndGet();
            inside.set(false);
        };
        ScriptedProtocol script = new ScriptedProtocol()
                .receiving((connection, in) -> {
                    count.run();
                    connection.write(in);
                })
                .writable(connection -> count.run());
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        byte[] bytes = fixture.bytes(2_000_000);
        AtomicBoolean received = new AtomicBoolean();
        fixture.together(
                () -> {
                    peer.send(bytes, new Chunking.RandomChunks(3, 20_000));
                    return null;
                },
                () -> {
                    Assert.equal(bytes, peer.receive(bytes.length), "echo among tasks and timers");
                    received.set(true);
                    return null;
                },
                () -> {
                    for (int round = 0; round < 100_000 && !received.get(); round++) {
                        connection.execute(count);
                        if (round % 10 == 0) {
                            connection.schedule(Duration.ofNanos(50_000), count);
                        }
                        if (round % 100 == 0) {
                            java.util.concurrent.locks.LockSupport.parkNanos(100_000);
                        }
                    }
                    return null;
                });
        CountDownLatch last = new CountDownLatch(1);
        connection.execute(() -> {
            if (unguarded[0] != tasks.get()) {
                fixture.violation("a callback did not see what the one before it wrote");
            }
            last.countDown();
        });
        Conditions.await("the last task", last);
    }
}
