package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Options;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One turn of a connection runs a part of the waiting tasks, so that others get their turns and written bytes are sent. */
class TurnBudgetTest {
    private static final int MANY = 10_000;
    private static final int HIGH = 1_000;

    private final FakeEngine engine = new FakeEngine();
    private final FakeEngine.FakeTransport transport = engine.new FakeTransport();
    private long now;
    private int ran;

    @Test
    void aTurnRunsSoManyTasksAndAsksForAnother() {
        engine.clock = () -> now;
        ConnectionState state = open();
        post(state, () -> {});
        int wakes = transport.wakes.get();

        state.turn();

        assertThat(ran).isEqualTo(256);
        assertThat(transport.wakes.get()).isEqualTo(wakes + 1);
        assertThat(transport.alarms).isEmpty();
    }

    @Test
    void aTurnLastsAMillisecond() {
        engine.clock = () -> now;
        ConnectionState state = open();
        post(state, () -> now += TimeUnit.MICROSECONDS.toNanos(300));

        state.turn();

        assertThat(ran).isBetween(4, 5);
        assertThat(state.hasMail()).isTrue();
    }

    @Test
    void aTaskThatTakesLongIsRunAllTheSame() {
        engine.clock = () -> now;
        ConnectionState state = open();
        post(state, () -> now += TimeUnit.SECONDS.toNanos(1));

        state.turn();

        assertThat(ran).isBetween(1, 2);
    }

    @Test
    void aTurnWritesAShareOfTheBacklogAndThenWaitsUntilSomeOfItIsSent() {
        engine.clock = () -> now;
        ConnectionState state = open();
        post(state, () -> state.connection().write(ByteBuffer.allocate(HIGH)));

        state.turn();

        int share = (Options.DEFAULT.backlogCap() - HIGH) / 256;
        assertThat(ran).isEqualTo(share / HIGH + 1);
        assertThat(transport.alarms)
                .singleElement()
                .satisfies(alarm -> assertThat(alarm.nanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10)));
        int before = ran;
        state.turn();
        assertThat(ran).as("while it waits").isEqualTo(before);
        state.sent(state.output().remaining());
        state.turn();
        assertThat(ran).as("when some was sent").isGreaterThan(before);
    }

    @Test
    void aPeerThatReadsNothingIsNotWaitedForForEver() {
        engine.clock = () -> now;
        ConnectionState state = open();
        post(state, () -> state.connection().write(ByteBuffer.allocate(HIGH)));
        state.turn();
        int before = ran;

        transport.alarms.getFirst().task().run();
        state.turn();

        assertThat(ran).isGreaterThan(before);
    }

    private ConnectionState open() {
        ConnectionState state = FakeEngine.state(connection -> in -> {}, Options.DEFAULT.withWater(HIGH, HIGH / 2));
        assertThat(state.open(transport)).isTrue();
        return state;
    }

    private void post(ConnectionState state, Runnable task) {
        for (int count = 0; count < MANY; count++) {
            state.connection().execute(() -> {
                ran++;
                task.run();
            });
        }
    }
}
