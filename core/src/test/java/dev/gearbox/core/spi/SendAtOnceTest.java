package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which writes go to the socket in the callback, and what follows from that. */
class SendAtOnceTest {
    private static final int LARGE = 64 << 10;

    private final FakeEngine engine = new FakeEngine();
    private final FakeEngine.FakeTransport transport = engine.new FakeTransport();
    private final RecordingSession journal = new RecordingSession();
    private final ConnectionState state = FakeEngine.state(connection -> journal, Options.DEFAULT);

    SendAtOnceTest() {
        state.open(transport);
        transport.room = Integer.MAX_VALUE;
    }

    private void in(Runnable task) {
        state.connection().execute(task);
        state.turn();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    @Test
    void aLargeDirectBufferIsNotCopied() {
        byte[] bytes = bytes(3 * LARGE);
        in(() -> {
            ByteBuffer data = direct(bytes);
            assertThat(state.connection().write(data)).isTrue();
            assertThat(data.hasRemaining()).isFalse();
            assertThat(state.connection().queued()).isZero();
            assertThat(state.connection().bytesWritten()).isEqualTo(bytes.length);
        });
        assertThat(transport.sentAtOnce.toByteArray()).isEqualTo(bytes);
        assertThat(engine.stats().bytesWritten()).isEqualTo(bytes.length);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void whatTheSocketDoesNotAcceptIsQueued() {
        byte[] bytes = bytes(3 * LARGE);
        transport.room = LARGE / 2;
        in(() -> {
            ByteBuffer data = direct(bytes);
            assertThat(state.connection().write(data)).isFalse();
            assertThat(data.hasRemaining()).isFalse();
            data.put(0, new byte[bytes.length]); // it belongs to the caller again
            assertThat(state.connection().queued()).isEqualTo(bytes.length - LARGE / 2);
            assertThat(state.connection().bytesWritten()).isEqualTo(LARGE / 2);
        });
        transport.sentAtOnce.writeBytes(FakeEngine.drain(state));
        assertThat(transport.sentAtOnce.toByteArray()).isEqualTo(bytes);
        assertThat(journal.entries).containsExactly("writable");
    }

    @Test
    void nothingOvertakesWhatWaits() {
        byte[] bytes = bytes(2 * LARGE);
        in(() -> {
            state.connection().write(ByteBuffer.wrap(bytes, 0, 1));
            state.connection().write(direct(Arrays.copyOfRange(bytes, 1, bytes.length)));
        });
        assertThat(transport.sentAtOnce.size()).isZero();
        assertThat(FakeEngine.drain(state)).isEqualTo(bytes);
    }

    @Test
    void onlyLargeDirectBuffersThatAreNotPartOfTheInput() {
        in(() -> {
            state.connection().write(direct(bytes(LARGE - 1)));
        });
        assertThat(FakeEngine.drain(state)).hasSize(LARGE - 1);
        in(() -> state.connection().write(ByteBuffer.allocate(LARGE)));
        assertThat(FakeEngine.drain(state)).hasSize(LARGE);
        ConnectionState echo = FakeEngine.state(connection -> connection::write, Options.DEFAULT);
        echo.open(transport);
        engine.deliver(echo, bytes(LARGE));
        assertThat(FakeEngine.drain(echo)).isEqualTo(bytes(LARGE));
        assertThat(transport.sentAtOnce.size()).isZero();
    }

    @Test
    void aFailureFollowsTheCallback() {
        transport.failure = new SocketException("Connection reset");
        in(() -> {
            for (int count = 0; count < 3; count++) {
                ByteBuffer data = direct(bytes(LARGE));
                assertThat(state.connection().write(data)).isTrue();
                assertThat(data.hasRemaining()).isFalse();
            }
            journal.entries.add("returns");
        });
        assertThat(FakeEngine.drain(state)).isEmpty();
        assertThat(journal.entries).containsExactly("returns", "closed");
        assertThat(journal.cause).isInstanceOf(ConnectionResetException.class);
    }

    /** The callback's own failure comes second. */
    @Test
    void theFirstFailureIsTheCause() {
        IOException first = new IOException("planted");
        transport.failure = first;
        in(() -> {
            state.connection().write(direct(bytes(LARGE)));
            throw new IllegalStateException("second");
        });
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isSameAs(first);
    }
}
