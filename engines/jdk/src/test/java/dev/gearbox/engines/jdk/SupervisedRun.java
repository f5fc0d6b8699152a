package dev.gearbox.engines.jdk;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.loop.WatchdogOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Two supervised selector engines on a {@link SimulatedNetwork}: connections open, echo, run tasks, shift, end, are reset and closed, as drawn from a seed. In
 * each callback the loop may be taken away from its thread, which then stays there until the seed lets it continue. One thread runs at a time. At the end
 * everything comes to rest, and each connection is checked for lost bytes and callbacks.
 */
final class SupervisedRun {
    private static final int STEPS = 60;
    private static final int CONNECTIONS = 5;
    private static final int STUCK = 6;
    /** The number of checks in a row in which the watchdog has to see the same callback, and one more. */
    private static final int LOOKS = 6;

    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ThreadSchedule schedule;
    private final EventLoopEngine<?> first;
    private final EventLoopEngine<?> second;
    private final SimulatedServer server;
    private final List<Conversation> conversations = new ArrayList<>();
    private final List<Stuck> stuck = new ArrayList<>();
    private final Set<Thread> lost = ConcurrentHashMap.newKeySet();
    private final List<CompletableFuture<Void>> shifts = new ArrayList<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private int steps = STEPS;

    /** The selector engine, without what it does by the clock. */
    private static final class TimelessEngine extends SelectorLoopEngine {
        private final SelectorLoop loop = startLoops(1).getFirst();

        TimelessEngine() {
            super("selector");
        }

        @Override
        SelectorLoop acceptLoop() {
            return loop;
        }

        @Override
        protected SelectorLoop startLoop(int number) {
            return SelectorLoop.start(this, "gearbox-selector");
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }

    /** A thread that has lost its loop, in a callback. */
    private record Stuck(Thread thread, String where, CountDownLatch gate) {}

    private SupervisedRun(ThreadSchedule schedule) throws Exception {
        this.schedule = schedule;
        SimulatedNetwork.begin(schedule);
        second = new TimelessEngine();
        first = new TimelessEngine();
        schedule.awaitPaused(SimulatedSelector.NAME, 2);
        startWatchdog(second, null);
        startWatchdog(first, schedule.oneIn(2) ? second : null);
        first.listen(
                new InetSocketAddress(1),
                connection -> conversation(connection).open(connection),
                Options.DEFAULT.withLinger(Duration.ZERO));
        server = SimulatedServer.last();
    }

    private void startWatchdog(EventLoopEngine<?> engine, @Nullable Engine evictionTarget) {
        engine.startWatchdog(new WatchdogOptions(NEVER, evictionTarget, NEVER, 2 * STUCK, event -> {}));
    }

    private Conversation conversation(Connection connection) {
        return conversations.get(
                ((InetSocketAddress) connection.remoteAddress()).getPort() - SimulatedSocket.FIRST_PORT);
    }

    /** Runs until everything is at rest, and returns what happened, in order. */
    static List<String> play(long seed) throws Exception {
        ThreadSchedule schedule = new ThreadSchedule(seed);
        SupervisedRun run = new SupervisedRun(schedule);
        try {
            run.converse();
            if (schedule.oneIn(3)) {
                schedule.note("close");
            } else {
                run.rest();
                run.check();
            }
            List<String> trace = schedule.trace();
            run.close();
            return trace;
        } catch (AssertionError failure) {
            throw new AssertionError(
                    "seed " + seed + ": " + failure.getMessage() + "; before that: " + schedule.trace(), failure);
        }
    }

    // ---- Steps that the seed draws, on the thread that runs -----------------------------------------------------

    private void converse() throws InterruptedException {
        while (steps > 0) {
            step();
            schedule.pause("test", () -> true);
        }
    }

    private void step() throws InterruptedException {
        steps--;
        int drawn = schedule.draw(100);
        if (conversations.isEmpty() || (drawn < 12 && conversations.size() < CONNECTIONS)) {
            Conversation fresh = new Conversation(conversations.size());
            conversations.add(fresh);
            fresh.connect();
            return;
        }
        Conversation one = conversations.get(schedule.draw(conversations.size()));
        if (drawn < 45) {
            one.send(1 + schedule.draw(20));
        } else if (drawn < 62) {
            one.shift(schedule.oneIn(2) ? first : second);
        } else if (drawn < 76) {
            one.post();
        } else if (drawn < 80) {
            one.end();
        } else if (drawn < 83) {
            one.reset();
        } else if (drawn < 87) {
            one.close();
        } else if (!stuck.isEmpty()) {
            release();
        }
    }

    /** In a callback. */
    private void act(String where) throws Exception {
        while (steps > 0 && schedule.oneIn(3)) {
            step();
        }
        if (steps > 0 && stuck.size() < STUCK && schedule.oneIn(4)) {
            lose(where);
        } else if (schedule.oneIn(3)) {
            schedule.pause("callback", () -> true);
        }
    }

    /** The watchdog, whose own thread sleeps, finds this callback stuck. */
    private void lose(String where) throws Exception {
        Thread me = Thread.currentThread();
        Field watchdog = accessible(EventLoopEngine.class.getDeclaredField("watchdog"));
        Method all = EventLoopEngine.class.getDeclaredMethod("allLoops");
        all.setAccessible(true);
        for (EventLoopEngine<?> engine : List.of(first, second)) {
            for (Object each : (List<?>) all.invoke(engine)) {
                EventLoop loop = (EventLoop) each;
                if (!loop.isLoopThread()) {
                    continue;
                }
                Object watching = requireNonNull(watchdog.get(engine));
                Method look = watching.getClass().getDeclaredMethod("look", EventLoop.class);
                look.setAccessible(true);
                int selecting = schedule.paused(SimulatedSelector.NAME);
                long before = engine.stats().relievedLoops();
                for (int count = 0; count < LOOKS && engine.stats().relievedLoops() == before; count++) {
                    look.invoke(watching, loop);
                }
                if (engine.stats().relievedLoops() > before) {
                    schedule.awaitPaused(SimulatedSelector.NAME, selecting + 1);
                    Stuck mine = new Stuck(me, where, new CountDownLatch(1));
                    lost.add(me);
                    stuck.add(mine);
                    schedule.note("lost in " + where);
                    schedule.leave();
                    mine.gate().await();
                }
                return;
            }
        }
    }

    private static Field accessible(Field field) {
        field.setAccessible(true);
        return field;
    }

    /** A stuck thread continues, alone, until it has left. */
    private void release() throws InterruptedException {
        Stuck one = stuck.remove(schedule.draw(stuck.size()));
        schedule.note("return from " + one.where());
        one.gate().countDown();
        require(one.thread().join(LIMIT), "a thread that has lost its loop does not end: " + one);
    }

    // ---- The end ------------------------------------------------------------------------------------------------

    private void rest() throws InterruptedException {
        schedule.pauseUntilAllRest("test");
        while (!stuck.isEmpty()) {
            release();
            schedule.pauseUntilAllRest("test");
        }
    }

    private void check() {
        require(wrong.isEmpty(), wrong.toString());
        conversations.forEach(Conversation::check);
        require(shifts.stream().allMatch(CompletableFuture::isDone), "a shift was not answered");
    }

    /** The engines close, possibly while callbacks are stuck, which return then. */
    private void close() throws Exception {
        FutureTask<Shutdown> closing =
                new FutureTask<>(() -> first.close(Duration.ZERO).or(second.close(Duration.ZERO)));
        Thread closer = Thread.ofPlatform().daemon().name("closer").start(closing);
        long began = System.nanoTime();
        while (closer.isAlive()) {
            schedule.pauseUntilAllRest("test");
            if (!stuck.isEmpty() && first.isClosing()) {
                release();
            }
            closer.join(1);
            require(System.nanoTime() - began < LIMIT.toNanos(), "the engines do not close");
        }
        require(closing.get() != Shutdown.INCOMPLETE, "the engines closed without all of their connections");
        require(wrong.isEmpty(), wrong.toString());
        for (Conversation each : conversations) {
            require(
                    each.opened == each.closed,
                    each + " was opened " + each.opened + " and closed " + each.closed + " times");
        }
        require(first.stats().connections() + second.stats().connections() == 0, "connections are left");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    // ---- A connection -------------------------------------------------------------------------------------------

    /** Its peer, its session, and what has to hold for the two. */
    private final class Conversation implements Session {
        private final int number;
        private final SimulatedSocket socket;
        private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
        private @Nullable Connection connection;
        // Of the thread that runs.
        private int sent;
        private int posted;
        private boolean over;
        // Plain, as a session's fields are.
        private int opened;
        private int ran;
        private int closed;

        Conversation(int number) {
            this.number = number;
            socket = new SimulatedSocket(SimulatedNetwork.installed(), number);
        }

        void connect() {
            schedule.note("connect " + number);
            server.connect(socket);
        }

        void send(int count) {
            if (!over) {
                schedule.note("send " + count + " to " + number);
                socket.send(pattern(sent, count));
                sent += count;
            }
        }

        void post() {
            if (connection != null && !over) {
                schedule.note("post to " + number);
                posted++;
                connection.execute(() -> callback("task", () -> ran++));
            }
        }

        void shift(Engine to) {
            if (connection != null) {
                schedule.note("shift " + number + (to.equals(first) ? " to the first" : " to the second"));
                shifts.add(connection.shiftTo(to).toCompletableFuture());
            }
        }

        void end() {
            schedule.note("end " + number);
            over = true;
            socket.end();
        }

        void reset() {
            schedule.note("reset " + number);
            over = true;
            socket.reset();
        }

        void close() {
            if (connection != null) {
                schedule.note("close " + number);
                over = true;
                connection.close();
            }
        }

        private static byte[] pattern(int from, int count) {
            byte[] bytes = new byte[count];
            for (int index = 0; index < count; index++) {
                bytes[index] = (byte) (from + index);
            }
            return bytes;
        }

        Session open(Connection mine) {
            connection = mine;
            callback("open", () -> opened++);
            return this;
        }

        @Override
        public void received(ByteBuffer in) {
            callback("received", () -> requireNonNull(connection).write(in));
        }

        @Override
        public boolean ended() {
            callback("ended", () -> {});
            return false;
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            callback("closed", () -> {
                closed++;
                if (cause instanceof AssertionError) {
                    wrong.add(cause.toString());
                }
            });
        }

        private void callback(String kind, Runnable body) {
            Thread me = Thread.currentThread();
            String where = kind + " of " + number;
            if (!inside.compareAndSet(null, me)) {
                wrong.add(where + " while another callback is under way");
            }
            if (closed > 0) {
                wrong.add(where + " behind closed");
            }
            schedule.note(where);
            body.run();
            try {
                // A thread that has lost its loop is not scheduled here.
                if (!lost.contains(me)) {
                    act(where);
                }
            } catch (Exception failure) {
                throw new AssertionError(failure);
            } finally {
                inside.compareAndSet(me, null);
            }
        }

        void check() {
            require(opened == 1, this + " was opened " + opened + " times");
            require(
                    closed == (over ? 1 : 0),
                    this + " was closed " + closed + " times, and was " + (over ? "" : "not ") + "to be");
            byte[] got = socket.got();
            require(Arrays.equals(got, pattern(0, got.length)), this + " got other bytes than were sent");
            require(over || got.length == sent, this + " got " + got.length + " of " + sent + " bytes");
            require(over || ran == posted, this + " ran " + ran + " of " + posted + " tasks");
        }

        @Override
        public String toString() {
            return "connection " + number;
        }
    }
}
