package dev.gearbox.engines.auto;

import static dev.gearbox.core.loop.WatchdogEvent.Kind.EVICTED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.NOT_RELIEVED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.NOT_SHIFTED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.RELIEVED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.RESTORED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.loop.WatchdogEvent;
import dev.gearbox.core.loop.WatchdogOptions;
import dev.gearbox.testkit.Conditions;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a watchdog decides about a connection that blocks its loop, and reports. */
class SupervisionTest {
    private static final int PATIENCE = 120;
    private static final byte BLOCK = 'B';
    /** Answered after AFTER, whenever the callback began. */
    private static final byte SLOW = 'S';

    /** Longer than any callback that only answers takes, however slow the machine. */
    private static final Duration AFTER = Duration.ofMillis(100);

    private final BlockingQueue<WatchdogEvent> events = new LinkedBlockingQueue<>();
    /** A callback that blocks waits for a permit. */
    private final Semaphore gate = new Semaphore(0);

    private final List<AutoCloseable> open = new ArrayList<>();

    static Stream<String> loops() {
        return Stream.of("selector", "epoll")
                .filter(spec -> Engines.absence(spec).isEmpty());
    }

    private <T extends AutoCloseable> T closing(T resource) {
        open.addFirst(resource);
        return resource;
    }

    @AfterEach
    void close() throws Exception {
        gate.release(1_000);
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private EventLoopEngine<?> supervised(
            String spec, @Nullable Engine evictionTarget, Duration probation, int threads) {
        EventLoopEngine<?> engine = (EventLoopEngine<?>) closing(Engines.start(spec));
        engine.startWatchdog(new WatchdogOptions(AFTER, evictionTarget, probation, threads, events::add));
        return engine;
    }

    /** An echo that blocks after each byte that requests it. */
    private Listener listen(Engine engine) throws IOException {
        return engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                connection -> in -> {
                    byte what = in.get(in.position());
                    if (what == BLOCK) {
                        gate.acquireUninterruptibly();
                    } else if (what == SLOW) {
                        long until = System.nanoTime() + AFTER.toNanos();
                        while (System.nanoTime() - until < 0) {
                            LockSupport.parkNanos(until - System.nanoTime());
                        }
                    }
                    connection.write(in);
                },
                Options.DEFAULT);
    }

    private Socket client(Listener listener) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.address();
        Socket socket = closing(new Socket(address.getAddress(), address.getPort()));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE * 1_000);
        return socket;
    }

    private static void send(Socket socket, int what) throws IOException {
        socket.getOutputStream().write(what);
    }

    private static void echo(Socket socket, int what) throws IOException {
        send(socket, what);
        assertThat(socket.getInputStream().read()).isEqualTo(what);
    }

    private WatchdogEvent next(WatchdogEvent.Kind kind) throws InterruptedException {
        WatchdogEvent event = events.poll(PATIENCE, TimeUnit.SECONDS);
        assertThat(event).as("waiting for " + kind).isNotNull();
        assertThat(event.kind()).as(event.reason()).isEqualTo(kind);
        return Objects.requireNonNull(event);
    }

    /** Sends requests without blocking until the connection is home again. */
    private WatchdogEvent behave(Socket socket) throws Exception {
        while (events.isEmpty()) {
            echo(socket, 'x');
        }
        return next(RESTORED);
    }

    @ParameterizedTest
    @MethodSource("loops")
    void who_blocks_moves_to_the_refuge_and_comes_back_when_it_behaves(String spec) throws Exception {
        Engine evictionTarget = closing(Engines.start("virtual"));
        EventLoopEngine<?> engine = supervised(spec, evictionTarget, Duration.ofMillis(5), 4);
        Listener listener = listen(engine);
        Socket guilty = client(listener);
        Socket other = client(listener);
        echo(other, 'x');
        send(guilty, BLOCK);
        WatchdogEvent relieved = next(RELIEVED);
        assertThat(relieved.time()).isEqualTo(AFTER);
        assertThat(relieved.engine()).isEqualTo(engine);
        echo(other, 'x');
        gate.release();
        WatchdogEvent evicted = next(EVICTED);
        assertThat(evicted.connection()).isEqualTo(relieved.connection());
        assertThat(evicted.connection().engine()).isEqualTo(evictionTarget);
        assertThat(evicted.time()).isGreaterThanOrEqualTo(AFTER);
        assertThat(evicted.reason()).contains("moved to virtual until it has not blocked for 5 ms");
        assertThat(guilty.getInputStream().read()).isEqualTo(BLOCK);
        assertThat(engine.stats().relievedLoops()).isEqualTo(1);
        assertThat(engine.stats().blockedLoops()).isGreaterThanOrEqualTo(1);
        assertThat(behave(guilty).connection().engine()).isEqualTo(engine);
        echo(guilty, 'x');
        echo(other, 'x');
        assertThat(engine.stats().connections()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("loops")
    void who_came_back_too_soon_stays_away_for_twice_as_long(String spec) throws Exception {
        Engine evictionTarget = closing(Engines.start("threads"));
        // Long enough that what follows counts as soon, however slow the machine: ten times that.
        Socket guilty = client(listen(supervised(spec, evictionTarget, Duration.ofSeconds(1), 4)));
        for (int probation : new int[] {1_000, 2_000}) {
            send(guilty, BLOCK);
            next(RELIEVED);
            gate.release();
            assertThat(next(EVICTED).reason()).contains("until it has not blocked for " + probation + " ms");
            assertThat(guilty.getInputStream().read()).isEqualTo(BLOCK);
            assertThat(behave(guilty).time()).isGreaterThanOrEqualTo(Duration.ofMillis(probation));
        }
    }

    @Test
    void who_goes_on_to_block_does_not_come_back() throws Exception {
        Engine evictionTarget = closing(Engines.start("virtual"));
        Socket guilty = client(listen(supervised("selector", evictionTarget, Duration.ofMillis(1), 4)));
        send(guilty, BLOCK);
        next(RELIEVED);
        gate.release();
        next(EVICTED);
        assertThat(guilty.getInputStream().read()).isEqualTo(BLOCK);
        // Seven callbacks within the limit are too few.
        for (int round = 0; round < 5; round++) {
            for (int good = 0; good < 7; good++) {
                echo(guilty, 'x');
            }
            echo(guilty, SLOW);
        }
        assertThat(events).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("loops")
    void without_a_refuge_it_goes_on_where_it_was(String spec) throws Exception {
        EventLoopEngine<?> engine = supervised(spec, null, WatchdogOptions.PROBATION, 4);
        Socket guilty = client(listen(engine));
        for (int round = 0; round < 3; round++) {
            send(guilty, BLOCK);
            next(RELIEVED);
            gate.release();
            assertThat(next(RETURNED).connection().engine()).isEqualTo(engine);
            assertThat(guilty.getInputStream().read()).isEqualTo(BLOCK);
            echo(guilty, 'x');
        }
    }

    /** Nor by the thread that has the loop now, which starts with the connection and may live as long as the engine. */
    @ParameterizedTest
    @MethodSource("loops")
    void who_has_blocked_and_is_closed_is_kept_by_nobody(String spec) throws Exception {
        Listener listener = listen(supervised(spec, null, WatchdogOptions.PROBATION, 4));
        Socket guilty = client(listener);
        send(guilty, BLOCK);
        WeakReference<Connection> connection =
                new WeakReference<>(next(RELIEVED).connection());
        gate.release();
        next(RETURNED);
        assertThat(guilty.getInputStream().read()).isEqualTo(BLOCK);
        guilty.close();
        Conditions.await("the connection is garbage", () -> {
            System.gc();
            return connection.refersTo(null);
        });
    }

    @ParameterizedTest
    @MethodSource("loops")
    void a_refuge_that_is_closed_takes_nobody(String spec) throws Exception {
        Engine evictionTarget = Engines.start("virtual");
        EventLoopEngine<?> engine = supervised(spec, evictionTarget, WatchdogOptions.PROBATION, 4);
        Socket guilty = client(listen(engine));
        evictionTarget.close();
        send(guilty, BLOCK);
        next(RELIEVED);
        gate.release();
        WatchdogEvent stays = next(NOT_SHIFTED);
        assertThat(stays.reason()).contains("virtual is closed");
        assertThat(stays.connection().engine()).isEqualTo(engine);
        assertThat(guilty.getInputStream().read()).isEqualTo(BLOCK);
        echo(guilty, 'x');
    }

    @ParameterizedTest
    @MethodSource("loops")
    void when_too_many_are_stuck_the_loop_waits_for_one_of_them(String spec) throws Exception {
        Listener listener = listen(supervised(spec, null, WatchdogOptions.PROBATION, 1));
        Socket first = client(listener);
        Socket second = client(listener);
        Socket other = client(listener);
        send(first, BLOCK);
        WatchdogEvent relieved = next(RELIEVED);
        send(second, BLOCK);
        WatchdogEvent left = next(NOT_RELIEVED);
        assertThat(left.connection()).isNotEqualTo(relieved.connection());
        assertThat(left.reason()).contains("1 others are stuck");
        send(other, 'x');
        // Whichever of the two gets it, the loop continues.
        gate.release();
        assertThat(other.getInputStream().read()).isEqualTo('x');
        gate.release();
        assertThat(first.getInputStream().read()).isEqualTo(BLOCK);
        assertThat(second.getInputStream().read()).isEqualTo(BLOCK);
    }

    @ParameterizedTest
    @MethodSource("loops")
    void a_supervisor_that_rests_is_roused_in_time(String spec) throws Exception {
        Socket guilty = client(listen(supervised(spec, null, WatchdogOptions.PROBATION, 4)));
        echo(guilty, 'x');
        Thread watchdog = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("gearbox-watchdog"))
                .findFirst()
                .orElseThrow();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (watchdog.getState() != Thread.State.WAITING) {
            assertThat(System.nanoTime() - deadline).as("it never rests").isNegative();
            LockSupport.parkNanos(1_000_000);
        }
        send(guilty, BLOCK);
        next(RELIEVED);
        gate.release();
        next(RETURNED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"selector-pool", "uring"})
    void engines_whose_loops_cannot_change_threads_say_why(String spec) {
        if (Engines.absence(spec).isPresent()) {
            return;
        }
        EventLoopEngine<?> engine = (EventLoopEngine<?>) closing(Engines.start(spec));
        assertThatThrownBy(() -> engine.startWatchdog(WatchdogOptions.of(AFTER, null)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageMatching(spec + " cannot relieve a loop: .*thread.*");
        assertThatThrownBy(() -> Engines.start("evicting?on=" + spec)).hasMessageContaining("cannot relieve a loop");
    }

    @Test
    void it_is_asked_for_once_and_with_sense() throws Exception {
        EventLoopEngine<?> engine = supervised("selector", null, WatchdogOptions.PROBATION, 4);
        assertThatThrownBy(() -> engine.startWatchdog(WatchdogOptions.of(AFTER, null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("once");
        assertThatThrownBy(() -> WatchdogOptions.of(Duration.ofNanos(10), null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Engines.start("evicting?on=threads")).hasMessageContaining("has no event loops");
        Optional<Socket> served = Optional.of(client(listen(engine)));
        echo(served.get(), 'x');
    }
}
