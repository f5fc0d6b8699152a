package dev.gearbox.engines.mina;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MINA itself accepts, reads and writes, and everything of a connection runs on its processor's thread. */
class WhichThreadTest {
    /** More than the socket buffers hold: a part of it waits for the peer. */
    private static final int LARGE = 8 << 20;

    /** What a callback saw. */
    private record Seen(String what, Thread thread, String name, String stack) {
        static Seen now(String what) {
            String stack = Arrays.stream(Thread.currentThread().getStackTrace())
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .collect(Collectors.joining("\n"));
            return new Seen(what, Thread.currentThread(), Thread.currentThread().getName(), stack);
        }
    }

    /** Echoes the first byte, then has a task, a timer and a large write. */
    private final class Witness implements Protocol {
        @Override
        public Session open(Connection connection) {
            seen.add(Seen.now("open"));
            return new Session() {
                @Override
                public void received(ByteBuffer in) {
                    seen.add(Seen.now("received"));
                    connection.write(in);
                    connection.execute(() -> seen.add(Seen.now("task")));
                    connection.schedule(Duration.ofMillis(1), () -> {
                        seen.add(Seen.now("timer"));
                        connection.write(ByteBuffer.allocate(LARGE));
                    });
                }

                @Override
                public void writable() {
                    seen.add(Seen.now("writable"));
                }
            };
        }
    }

    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final List<Socket> clients = new ArrayList<>();
    private final Engine engine = Engines.start("mina?threads=2");
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @BeforeEach
    void listen() throws IOException {
        Listener listener = engine.listen(address, new Witness(), Options.DEFAULT);
        address = (InetSocketAddress) listener.address();
    }

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        engine.close();
    }

    @Test
    void theProcessorDoesAllButAccept() throws Exception {
        Socket client = client();
        client.getOutputStream().write(42);
        client.getInputStream().skipNBytes(1 + LARGE);

        Seen open = next("open");
        Seen received = next("received");
        Seen task = next("task");
        Seen timer = next("timer");
        Seen writable = next("writable");
        assertThat(received.name()).matches("MinaProcessor-\\d+");
        assertThat(received.stack())
                .as("read on this very thread, by MINA")
                .contains("AbstractPollingIoProcessor.read", "AbstractPollingIoProcessor$Processor.process");
        assertThat(writable.stack())
                .as("written on this very thread, by MINA")
                .contains("AbstractPollingIoProcessor$Processor.flushNow");
        assertThat(open.stack()).as("accepted elsewhere").doesNotContain("AbstractPollingIoAcceptor");
        assertThat(List.of(open, task, timer, writable))
                .extracting(Seen::thread)
                .containsOnly(received.thread());
        assertThat(threadsIn("AbstractPollingIoAcceptor"))
                .as("MINA's acceptor has a thread of its own")
                .hasSize(1)
                .allMatch(name -> name.startsWith("Acceptor-"));
    }

    @Test
    void connectionsAreDealtOutInTurnAndStay() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            Socket client = client();
            threads.add(next("open").thread());
            client.getOutputStream().write(42);
            assertThat(next("received").thread()).as("where it stays").isEqualTo(threads.getLast());
        }
        assertThat(threads.get(0)).isNotEqualTo(threads.get(1));
        assertThat(threads.subList(2, 4)).isEqualTo(threads.subList(0, 2));
    }

    private Socket client() throws IOException {
        Socket client = new Socket();
        clients.add(client);
        client.connect(address);
        client.setSoTimeout(20_000);
        return client;
    }

    /** Returns the next callback of that kind; others that come before it are dropped. */
    private Seen next(String what) throws InterruptedException {
        for (; ; ) {
            Seen next = seen.poll(120, TimeUnit.SECONDS);
            assertThat(next).as(what).isNotNull();
            if (next.what().equals(what)) {
                return next;
            }
        }
    }

    /** Returns the names of the threads that are in code of that name. */
    private static Set<String> threadsIn(String code) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> Arrays.stream(entry.getValue())
                        .anyMatch(frame -> frame.getClassName().contains(code)))
                .map(entry -> entry.getKey().getName())
                .collect(Collectors.toSet());
    }
}
