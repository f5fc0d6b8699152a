package dev.gearbox.core.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.FakeEngine;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The thread of a connection, with a socket that records what it is asked for. */
class BlockingTransportTest {
    private final List<String> calls = new ArrayList<>();

    /** No call blocks, and the peer has ended. */
    private final class RecordingSocket implements BlockingSocket {
        @Override
        public int read(ByteBuffer target) {
            calls.add("read");
            return -1;
        }

        @Override
        public int write(ByteBuffer source) {
            calls.add("write");
            int count = source.remaining();
            source.position(source.limit());
            return count;
        }

        @Override
        public void endOutput() {
            calls.add("end output");
        }

        @Override
        public void resetOnClose(SocketAddress local, SocketAddress remote) {
            calls.add("reset on close");
        }

        @Override
        public void prepare(Options options) {}

        @Override
        public void connect(SocketAddress address, Options options) {}

        @Override
        public SocketAddress localAddress() {
            return new InetSocketAddress(1);
        }

        @Override
        public SocketAddress remoteAddress() {
            return new InetSocketAddress(2);
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    /** Helper threads never start, and timers never fire: the connection's own thread has to notice everything. */
    private static final class NoHelpers implements ConnectionThreads.ConnectionExecutor {
        @Override
        public void start(Runnable life) {
            life.run();
        }

        @Override
        public void runOnHelper(Runnable turn) {}

        @Override
        public Cancellable after(long nanos, Runnable task) {
            return () -> {};
        }
    }

    private void run(Protocol protocol) {
        ConnectionState state = FakeEngine.state(protocol, Options.DEFAULT);
        RecordingSocket socket = new RecordingSocket();
        NoHelpers executor = new NoHelpers();
        executor.start(new BlockingTransport(new FakeEngine(), socket, socket, state, executor));
    }

    /** Runs {@code task} in the third turn, which the thread takes once it has the output to write: a task of a task runs a turn later. */
    private static void whenAboutToWrite(Connection connection, Runnable task) {
        connection.execute(() -> connection.execute(() -> connection.execute(task)));
    }

    @Test
    void anAbortBeforeAWriteIsNoticed() {
        run(connection -> {
            connection.write(ByteBuffer.allocate(10));
            whenAboutToWrite(connection, connection::abort);
            return in -> {};
        });
        assertThat(calls).containsExactly("reset on close", "close");
    }

    @Test
    void aTaskBeforeAWriteDoesNotPreventIt() {
        run(connection -> {
            connection.write(ByteBuffer.allocate(10));
            whenAboutToWrite(connection, connection::close);
            return in -> {};
        });
        assertThat(calls).containsExactly("write", "close");
    }
}
