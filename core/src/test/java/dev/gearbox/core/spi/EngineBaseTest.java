package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Options;
import dev.gearbox.core.Shutdown;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The close of an engine. */
class EngineBaseTest {
    /** An engine with one thread, which runs the turns of its only connection when it is woken, and locks the engine meanwhile. */
    private static final class OneThread extends EngineBase {
        final Thread thread = new Thread(this::loop, "one");
        final AtomicBoolean stopped = new AtomicBoolean();
        final RecordingSession journal = new RecordingSession();
        final ConnectionState state = FakeEngine.state(connection -> journal, Options.DEFAULT);

        OneThread() {
            super("one");
            state.open(new Transport() {
                @Override
                public EngineBase engine() {
                    return OneThread.this;
                }

                @Override
                public void wake() {}

                @Override
                public Cancellable after(long nanos, Runnable task) {
                    return () -> {};
                }
            });
        }

        private void loop() {
            while (!stopped.get()) {
                synchronized (this) {
                    state.turn();
                    FakeEngine.drain(state);
                }
                java.util.concurrent.locks.LockSupport.parkNanos(100_000);
            }
        }

        @Override
        protected void stopAccepting() {}

        @Override
        protected void stopThreads() {
            stopped.set(true);
            boolean interrupted = Thread.interrupted();
            try {
                assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
            } catch (InterruptedException again) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void adopt(Handoff connection) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void closingLocksNothingThatASubclassMayLock() {
        OneThread engine = new OneThread();
        engine.thread.start();
        assertThat(engine.close(Duration.ZERO)).isEqualTo(Shutdown.FORCED);
        assertThat(engine.journal.entries).containsExactly("closed");
        assertThat(engine.journal.cause).isInstanceOf(EngineClosedException.class);
        assertThat(engine.close(Duration.ZERO)).isEqualTo(Shutdown.FORCED);
    }

    @Test
    void anInterruptCutsTheGraceAndNothingElse() {
        OneThread engine = new OneThread();
        engine.thread.start();
        Thread.currentThread().interrupt();
        assertThat(engine.close(Duration.ofHours(1))).isEqualTo(Shutdown.FORCED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(engine.journal.entries).containsExactly("closed");
    }

    @Test
    void withoutConnectionsItIsGraceful() {
        FakeEngine engine = new FakeEngine();
        assertThat(engine.close(Duration.ofHours(1))).isEqualTo(Shutdown.GRACEFUL);
        ConnectionState late = FakeEngine.state(connection -> new RecordingSession(), Options.DEFAULT);
        assertThat(late.open(engine.new FakeTransport())).isFalse();
        assertThat(late.isOver()).isTrue();
    }
}
