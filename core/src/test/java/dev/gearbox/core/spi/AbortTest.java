package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@link Connection#abort} in each state of a connection: the socket is to be reset at once, and the session is notified of its end only. */
class AbortTest {
    private final FakeEngine engine = new FakeEngine();
    private final RecordingSession journal = new RecordingSession();
    private final ConnectionState state = FakeEngine.state(_ -> journal, Options.DEFAULT);
    private final Connection connection = state.connection();

    @BeforeEach
    void open() {
        assertThat(state.open(engine.new FakeTransport())).isTrue();
    }

    /** Runs {@code task} as a callback of the session. */
    private void in(Runnable task) {
        connection.execute(task);
        state.turn();
    }

    private void assertReset() {
        assertThat(state.next()).isEqualTo(ConnectionState.Next.ABORT);
        state.closed();
        assertThat(journal.entries).endsWith("closed");
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
    }

    @Test
    void inACallbackNothingFollows() {
        in(() -> {
            connection.write(ByteBuffer.allocate(100));
            connection.abort();
            connection.write(ByteBuffer.allocate(100));
            connection.send(ByteBuffer.allocate(100));
            assertThat(connection.queued()).isEqualTo(100);
            connection.execute(() -> journal.entries.add("task"));
        });
        state.turn();
        engine.deliver(state, new byte[5]);
        assertReset();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isNull();
    }

    @Test
    void fromOutsideItOvertakesTheTasks() {
        connection.execute(() -> journal.entries.add("task"));
        connection.abort();
        assertThat(state.hasMail()).isTrue();
        state.turn();
        assertThat(state.hasMail()).isFalse();
        assertReset();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isNull();
    }

    @Test
    void itEndsACloseThatLingers() {
        in(() -> {
            connection.write(ByteBuffer.allocate(100));
            connection.close();
        });
        assertThat(state.next()).isEqualTo(ConnectionState.Next.SEND);
        connection.abort();
        state.turn();
        assertReset();
    }

    @Test
    void whatACallbackThrewStaysTheCause() {
        IllegalStateException planted = new IllegalStateException("planted");
        in(() -> {
            connection.write(ByteBuffer.allocate(100));
            throw planted;
        });
        assertThat(state.next()).isEqualTo(ConnectionState.Next.SEND);
        connection.abort();
        state.turn();
        assertReset();
        assertThat(journal.cause).isEqualTo(planted);
    }

    @Test
    void aFailureThatFollowsIsNotTheCause() {
        connection.abort();
        state.turn();
        state.failed(new IOException("planted"));
        assertReset();
        assertThat(journal.cause).isNull();
    }

    @Test
    void aClosedConnectionStaysClosed() {
        in(connection::close);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
        state.closed();
        connection.abort();
        state.turn();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(journal.entries).containsExactly("closed");
    }
}
