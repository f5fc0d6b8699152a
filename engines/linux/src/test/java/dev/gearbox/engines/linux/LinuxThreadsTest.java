package dev.gearbox.engines.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which threads an engine has, and that a connection's callbacks stay on the one that opened it. */
class LinuxThreadsTest {
    private static final int CLIENTS = 40;

    @ParameterizedTest
    @CsvSource({
        "epoll, gearbox-epoll-1",
        "epoll?threads=2, gearbox-epoll-1 gearbox-epoll-2",
        "epoll?threads=2&accept=dealt, gearbox-epoll-1 gearbox-epoll-2",
        "uring, gearbox-uring-1",
        "uring?threads=3, gearbox-uring-1 gearbox-uring-2 gearbox-uring-3"
    })
    void aConnectionStaysOnItsLoop(String spec, String threads) throws IOException {
        Set<String> expected = new TreeSet<>(Set.of(threads.split(" ", -1)));
        Queue<String> opened = new ConcurrentLinkedQueue<>();
        Queue<String> strayed = new ConcurrentLinkedQueue<>();
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> {
                            String home = Thread.currentThread().getName();
                            opened.add(home);
                            return new Session() {
                                @Override
                                public void received(ByteBuffer in) {
                                    if (!Thread.currentThread().getName().equals(home)) {
                                        strayed.add(Thread.currentThread().getName());
                                    }
                                    connection.write(in);
                                }
                            };
                        },
                        Options.DEFAULT)) {
            for (int client = 0; client < CLIENTS; client++) {
                try (Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.address()).getPort())) {
                    socket.getOutputStream().write(client);
                    assertThat(socket.getInputStream().read()).isEqualTo(client);
                }
            }
            assertThat(gearboxThreads()).isEqualTo(expected);
        }
        assertThat(strayed).isEmpty();
        // Forty addresses that all hash to one of three loops: once in ten billion runs.
        assertThat(new TreeSet<>(opened)).isEqualTo(expected);
        assertThat(gearboxThreads()).isEmpty();
    }

    private static Set<String> gearboxThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("gearbox"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
