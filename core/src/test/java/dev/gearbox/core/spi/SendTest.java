package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.SharedBuffer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Sends from outside the callbacks, step by step: what they answer, and what follows. */
class SendTest {
    private final FakeEngine engine = new FakeEngine();
    private final FakeEngine.FakeTransport transport = engine.new FakeTransport();
    private final RecordingSession journal = new RecordingSession();
    private final ConnectionState state = FakeEngine.state(
            connection -> journal, Options.DEFAULT.withWater(100, 10).withCaps(1_000, 1_000));

    SendTest() {
        state.open(transport);
    }

    private boolean send(int count) {
        return state.connection().send(ByteBuffer.allocate(count));
    }

    @Test
    void bytesThatWaitInTasksCountTowardsTheHighWaterMark() {
        assertThat(send(60)).isTrue();
        assertThat(send(40)).isTrue();
        assertThat(send(1)).isFalse();
        assertThat(state.connection().isWritable()).isFalse();
        assertThat(state.reading()).as("no turn yet").isTrue();
        state.turn();
        assertThat(state.reading()).isFalse();
        assertThat(FakeEngine.drain(state)).hasSize(101);
        assertThat(journal.entries).containsExactly("writable");
        assertThat(state.connection().isWritable()).isTrue();
        assertThat(send(1)).isTrue();
    }

    @Test
    void bytesThatAreUnsentCountTowardsTheHighWaterMark() {
        state.connection().execute(() -> state.connection().write(ByteBuffer.allocate(90)));
        state.turn();
        assertThat(send(10)).isTrue();
        assertThat(send(1)).isFalse();
    }

    /** The refused bytes are few when they are written at last, but the sender waits. */
    @Test
    void writableFollowsEachFalse() {
        assertThat(send(100)).isTrue();
        state.turn();
        assertThat(send(5)).isFalse();
        assertThat(FakeEngine.drain(state)).hasSize(100);
        assertThat(state.connection().isWritable())
                .as("the refused bytes still wait")
                .isFalse();
        assertThat(journal.entries).isEmpty();
        state.turn();
        assertThat(FakeEngine.drain(state)).hasSize(5);
        assertThat(journal.entries).containsExactly("writable");
        assertThat(state.connection().isWritable()).isTrue();
    }

    @Test
    void inACallbackItWritesUnlessSomethingWaits() {
        state.connection().execute(() -> {
            state.connection().send(ByteBuffer.wrap(new byte[] {1}));
            state.connection().send(SharedBuffer.copyOf(ByteBuffer.wrap(new byte[] {2})));
            assertThat(state.connection().queued()).isEqualTo(2);
        });
        state.turn();
        state.connection().execute(() -> state.connection().send(ByteBuffer.wrap(new byte[] {4})));
        state.connection().send(ByteBuffer.wrap(new byte[] {3}));
        state.turn();
        state.turn();
        assertThat(FakeEngine.drain(state)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void theBufferMayBeUsedAgainAndIsReadToItsEnd() {
        ByteBuffer data = ByteBuffer.wrap(new byte[] {1, 2, 3}).position(1);
        state.connection().send(data);
        assertThat(data.hasRemaining()).isFalse();
        data.put(2, (byte) 9);
        state.turn();
        assertThat(FakeEngine.drain(state)).containsExactly(2, 3);
    }

    /** The failure does not wait behind the tasks that the sender has added. */
    @Test
    void aboveTheCapTheConnectionFails() {
        for (int count = 0; count < 10; count++) {
            send(100);
        }
        assertThat(state.life().hasRequest()).isFalse();
        assertThat(send(1)).isFalse();
        state.turn();
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause)
                .isInstanceOf(BacklogOverflowException.class)
                .hasMessageContaining("although send() returned false; 1000 bytes wait (Options.backlogCap is 1000)");
        assertThat(send(1)).as("on a closed connection").isFalse();
    }

    @Test
    void afterTheEndItHasNoEffect() {
        send(1);
        state.connection().execute(() -> {
            state.connection().end();
            assertThat(state.connection().send(ByteBuffer.allocate(5))).isTrue();
            assertThat(state.connection().send(SharedBuffer.copyOf(ByteBuffer.allocate(5))))
                    .isTrue();
        });
        send(7);
        state.turn();
        state.turn();
        assertThat(FakeEngine.drain(state)).hasSize(1);
        assertThat(journal.entries).isEmpty();
        state.connection().close();
        send(8);
        state.turn();
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isNull();
    }
}
