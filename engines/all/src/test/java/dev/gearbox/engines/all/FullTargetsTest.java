package dev.gearbox.engines.all;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.ShiftException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine that has room for one connection takes one, and the second stays where it is. */
class FullTargetsTest {
    private static final int PATIENCE = 120;

    @ParameterizedTest
    @CsvSource({
        "selector,pool?threads=1",
        "threads,pool?threads=1",
        "epoll,uring?slots=1",
        "virtual,uring?slots=1",
        "netty-nio,uring?slots=1",
        "netty-epoll,pool?threads=1",
        "netty-uring,uring?slots=1",
        "async,pool?threads=1",
        "async,uring?slots=1"
    })
    void theSecondStays(String from, String to) throws Exception {
        LinkedBlockingQueue<Connection> opened = new LinkedBlockingQueue<>();
        try (Engine old = Engines.start(from);
                Engine full = Engines.start(to);
                Listener listener = old.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> {
                            opened.add(connection);
                            return connection::write;
                        },
                        Options.DEFAULT)) {
            try (Socket first = connect(listener);
                    Socket second = connect(listener)) {
                echo(first);
                echo(second);
                Connection one = opened.take();
                Connection other = opened.take();
                assertThat(failure(one, full)).isNull();
                ShiftException refused = failure(other, full);
                assertThat(requireNonNull(refused, "it was shifted").reason()).isEqualTo(ShiftException.Reason.REFUSED);
                assertThat(one.engine()).isSameAs(full);
                assertThat(other.engine()).isSameAs(old);
                echo(first);
                echo(second);
                assertThat(full.stats().connections()).isEqualTo(1);
            }
        }
    }

    private static @Nullable ShiftException failure(Connection connection, Engine to) throws Exception {
        return (ShiftException) connection
                .shiftTo(to)
                .<@Nullable Throwable>handle((none, thrown) -> thrown)
                .toCompletableFuture()
                .get(PATIENCE, TimeUnit.SECONDS);
    }

    private static Socket connect(Listener listener) throws Exception {
        Socket socket = new Socket();
        socket.setSoTimeout(PATIENCE * 1000);
        socket.connect(listener.address());
        return socket;
    }

    private static void echo(Socket socket) throws Exception {
        socket.getOutputStream().write(7);
        assertThat(socket.getInputStream().read()).isEqualTo(7);
    }
}
