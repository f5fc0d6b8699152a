package dev.gearbox.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A callback that returns and a watchdog that takes its loop: exactly one of them is first, and both know which. */
class OccupancyTest {
    /** A loop that waits for nothing. */
    private static final class Loop extends EventLoop {
        Loop(EngineBase engine) {
            super(engine, "loop");
        }

        @Override
        protected void poll(long nanos) {
            if (nanos > 0) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        @Override
        protected void wakeup() {}

        @Override
        protected void onStop() {}
    }

    private static final class LoopEngine extends EventLoopEngine<Loop> {
        LoopEngine() {
            super("loops");
        }

        @Override
        protected Loop startLoop(int number) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected Listener open(SocketAddress address, Protocol protocol, Options options) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void connect(Loop loop, ConnectRequest request) {}

        @Override
        protected void adopt(Loop loop, Handoff connection) {}
    }

    private final LoopEngine engine = new LoopEngine();
    private final Loop loop = new Loop(engine);
    private final LoopWatchdog watchdog = new LoopWatchdog(engine, WatchdogOptions.of(Duration.ofMillis(1), null));
    private final Occupancy occupancy = new Occupancy(loop, watchdog);
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        other.shutdownNow();
    }

    private static ConnectionState state() {
        SocketAddress nowhere = new InetSocketAddress(1);
        return new ConnectionState(connection -> in -> {}, Options.DEFAULT, nowhere, nowhere, null, null);
    }

    @Test
    void a_callback_that_returns_in_time_cannot_be_taken() {
        ConnectionState state = state();
        long begun = occupancy.begins(state);
        assertThat(occupancy.isBusy()).isTrue();
        assertThat(occupancy.looks()).isZero();
        assertThat(occupancy.isBusy()).isTrue();
        assertThat(occupancy.looks()).isEqualTo(1);
        occupancy.ends(state, begun);
        assertThat(occupancy.take()).isNull();
        assertThat(state.stall().isLoopLost()).isFalse();
        assertThat(occupancy.isBusy()).isTrue();
        assertThat(occupancy.isBusy()).isFalse();
        assertThat(occupancy.occupant()).isNull();
    }

    @Test
    void who_has_lost_the_loop_leaves_no_trace_in_it() {
        ConnectionState stalled = state();
        ConnectionState innocent = state();
        long begun = occupancy.begins(stalled);
        assertThat(occupancy.isBusy()).isTrue();
        assertThat(occupancy.take()).isEqualTo(stalled);
        occupancy.taken();
        long next = occupancy.begins(innocent);
        occupancy.ends(stalled, begun);
        assertThat(stalled.stall().isLoopLost()).isTrue();
        assertThat(occupancy.occupant()).isEqualTo(innocent);
        // Its further callbacks do not concern the loop.
        assertThat(occupancy.begins(stalled)).isZero();
        occupancy.ends(stalled, 0);
        occupancy.ends(innocent, next);
        assertThat(innocent.stall().isLoopLost()).isFalse();
    }

    @Test
    void a_task_runs_at_once_only_on_the_thread_that_has_the_loop() {
        AtomicBoolean ran = new AtomicBoolean();
        assertThat(occupancy.runHere(() -> ran.set(true))).isFalse();
        occupancy.begins(state());
        assertThat(occupancy.runHere(() -> ran.set(true))).isFalse();
        assertThat(ran).isFalse();
    }

    @Test
    void exactly_one_is_first() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger handedOn = new AtomicInteger();
        Future<?> taking = other.submit(() -> {
            while (!over.get()) {
                occupancy.isBusy();
                if (occupancy.take() != null) {
                    occupancy.taken();
                    handedOn.incrementAndGet();
                }
            }
        });
        int loopLost = 0;
        int inTime = 0;
        while (loopLost < 1_000 || inTime < 1_000) {
            ConnectionState state = state();
            long begun = occupancy.begins(state);
            // Long enough to be taken, or too short, whichever has been rarer.
            for (int spin = loopLost <= inTime ? 300 : 0; spin > 0; spin--) {
                Thread.onSpinWait();
            }
            occupancy.ends(state, begun);
            if (state.stall().isLoopLost()) {
                loopLost++;
                // In an engine this thread would have ended by now.
                while (handedOn.get() < loopLost) {
                    Thread.onSpinWait();
                }
            } else {
                inTime++;
            }
        }
        over.set(true);
        taking.get();
        assertThat(handedOn).hasValue(loopLost);
    }
}
