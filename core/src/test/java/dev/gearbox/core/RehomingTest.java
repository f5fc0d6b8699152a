package dev.gearbox.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A connection that changes engines in mid-stream keeps all that it is. */
class RehomingTest {
    private final FakeEngine old = new FakeEngine();
    private final FakeEngine next = new FakeEngine();
    private final FakeEngine.FakeTransport from = old.new FakeTransport();
    private final FakeEngine.FakeTransport to = next.new FakeTransport();
    private final Journal journal = new Journal();
    private final EngineSide side = FakeEngine.side(connection -> journal, Options.DEFAULT.withWater(100, 20));

    @Test
    void unreadBytesAreOfferedByTheNewEngine() {
        side.open(from);
        journal.takes = 4;
        old.deliver(side, new byte[10]);
        journal.takes = 6;
        side.open(to);
        assertThat(journal.entries).containsExactly("received 10", "received 6");
    }

    @Test
    void unreadBytesOfAPausedSessionWaitForIt() {
        side.open(from);
        journal.takes = 4;
        journal.inReceived = side.connection()::pause;
        old.deliver(side, new byte[10]);
        side.open(to);
        assertThat(side.reading()).isFalse();
        assertThat(journal.entries).containsExactly("received 10");
        side.connection().execute(side.connection()::resume);
        side.turn();
        assertThat(journal.entries).containsExactly("received 10", "received 6");
    }

    @Test
    void unsentBytesAndTheHighWaterMarkMove() {
        side.open(from);
        side.connection().execute(() -> side.connection().write(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        side.connection().execute(() -> side.connection().write(ByteBuffer.allocate(200)));
        side.turn();
        side.output();
        side.sent(1);
        side.open(to);
        assertThat(side.reading()).isFalse();
        assertThat(FakeEngine.drain(side)).hasSize(202).startsWith(2, 3, 0);
        assertThat(journal.entries).containsExactly("writable");
    }

    @Test
    void timersRunOnTheNewClock() {
        side.open(from);
        side.connection().execute(() -> {
            side.connection().schedule(Duration.ofHours(1), () -> journal.entries.add("long"));
            side.connection().schedule(Duration.ofMillis(1), () -> journal.entries.add("short"));
        });
        side.turn();
        side.open(to);
        assertThat(to.alarms).hasSize(2);
        FakeEngine.Alarm soon = to.alarms.stream()
                .filter(alarm -> alarm.nanos() <= Duration.ofMillis(1).toNanos())
                .findFirst()
                .orElseThrow();
        soon.task().run();
        assertThat(to.wakes).hasPositiveValue();
        side.turn();
        from.alarms.forEach(alarm -> alarm.task().run());
        side.turn();
        assertThat(journal.entries).as("each once, whichever clock rings").containsExactly("short", "long");
    }

    @Test
    void tasksThatWaitedRunBeforeWhatWasLeftIsOffered() {
        side.open(from);
        journal.takes = 0;
        old.deliver(side, new byte[10]);
        side.connection().execute(() -> journal.entries.add("task"));
        side.open(to);
        assertThat(journal.entries).containsExactly("received 10", "task", "received 10");
        assertThat(side.connection().engine()).isSameAs(next);
        assertThat(next.stats().connections()).isEqualTo(1);
    }

    @Test
    void anEndThatWasNotToldYetIsToldByTheNewEngine() {
        side.open(from);
        side.connection().execute(side.connection()::pause);
        side.turn();
        side.inputEnded();
        side.open(to);
        assertThat(journal.entries).isEmpty();
        side.connection().execute(side.connection()::resume);
        side.turn();
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void anEngineThatIsClosedTellsTheSession() {
        side.open(from);
        next.close();
        assertThat(side.open(to)).isFalse();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isInstanceOf(EngineClosedException.class);
    }
}
