package dev.gearbox.engines.jdk;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a model is what its name says: which thread accepts, reads, calls back and writes. The callbacks record their thread and stack; the JDK's flight
 * recorder reports which thread read from a channel and wrote to it.
 */
class WhichThreadTest {
    /** What a callback saw. */
    private record Seen(Thread thread, String name, String stack, Connection connection) {
        static Seen now(Connection connection) {
            String stack = Arrays.stream(Thread.currentThread().getStackTrace())
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .collect(Collectors.joining("\n"));
            return new Seen(Thread.currentThread(), Thread.currentThread().getName(), stack, connection);
        }
    }

    /** An echo that records where it ran. */
    private static final class Witness implements Protocol {
        final BlockingQueue<Seen> opened = new LinkedBlockingQueue<>();
        final BlockingQueue<Seen> received = new LinkedBlockingQueue<>();

        @Override
        public Session open(Connection connection) {
            opened.add(Seen.now(connection));
            return in -> {
                received.add(Seen.now(connection));
                connection.write(in);
            };
        }

        Seen nextOpened() throws InterruptedException {
            return next(opened);
        }

        Seen nextReceived() throws InterruptedException {
            return next(received);
        }

        private static Seen next(BlockingQueue<Seen> queue) throws InterruptedException {
            Seen seen = queue.poll(120, TimeUnit.SECONDS);
            assertThat(seen).as("a callback").isNotNull();
            return seen;
        }
    }

    /** An engine that listens, its recorder, and the clients that connected. */
    private static final class Stage implements AutoCloseable {
        final Engine engine;
        final Witness witness = new Witness();
        final Listener listener;
        final List<Socket> clients = new ArrayList<>();

        Stage(String spec) throws IOException {
            engine = Engines.start(spec);
            listener =
                    engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), witness, Options.DEFAULT);
        }

        Socket client() throws IOException {
            Socket socket = new Socket();
            socket.connect(listener.address());
            socket.setSoTimeout(20_000);
            clients.add(socket);
            return socket;
        }

        /** One byte there and back: returns where it was handled. */
        Seen exchange(Socket socket) throws IOException, InterruptedException {
            socket.getOutputStream().write(42);
            assertThat(socket.getInputStream().read()).isEqualTo(42);
            return witness.nextReceived();
        }

        @Override
        public void close() throws IOException {
            for (Socket client : clients) {
                client.close();
            }
            engine.close();
        }
    }

    @TempDir
    Path folder;

    @Test
    void threads() throws Exception {
        try (Stage stage = new Stage("threads")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            Seen other = stage.exchange(stage.client());
            assertThat(first.name()).matches("gearbox-threads-\\d+");
            assertThat(first.thread().isVirtual()).isFalse();
            assertThat(other.thread()).as("a thread for each").isNotEqualTo(first.thread());
            assertThat(stage.exchange(one).thread()).as("for life").isEqualTo(first.thread());
            assertThat(stage.witness.nextOpened().thread()).isEqualTo(first.thread());
            awaitPlatformThreadsIn("accept", "gearbox-threads-acceptor");
            assertThat(ioThreads(stage, one)).containsExactly(first.name());
        }
    }

    @Test
    void boundedPool() throws Exception {
        try (Stage stage = new Stage("pool?threads=1")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            assertThat(first.name()).isEqualTo("gearbox-pool-1");
            Socket two = stage.client();
            two.getOutputStream().write(42);
            await(() -> stage.engine.stats().waiting() == 1);
            assertThat(stage.witness.opened).as("the second waits, unopened").hasSize(1);
            assertThat(ioThreads(stage, one)).containsExactly(first.name());
            one.close();
            assertThat(two.getInputStream().read()).isEqualTo(42);
            assertThat(stage.witness.nextReceived().thread())
                    .as("then gets the same thread")
                    .isEqualTo(first.thread());
            awaitPlatformThreadsIn("accept", "gearbox-pool-acceptor");
        }
    }

    @Test
    void elasticPool() throws Exception {
        try (Stage stage = new Stage("pool?elastic=true")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            Seen second = stage.exchange(stage.client());
            assertThat(List.of(first.name(), second.name())).containsExactly("gearbox-pool-1", "gearbox-pool-2");
            assertThat(ioThreads(stage, one)).containsExactly(first.name());
            one.close();
            await(() -> first.thread().getState() == Thread.State.TIMED_WAITING
                    && stage.engine.stats().connections() == 1);
            assertThat(stage.exchange(stage.client()).thread()).as("used again").isEqualTo(first.thread());
        }
    }

    @Test
    void virtual() throws Exception {
        try (Stage stage = new Stage("virtual")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            Seen second = stage.exchange(stage.client());
            assertThat(first.thread().isVirtual()).isTrue();
            assertThat(second.thread()).isNotEqualTo(first.thread());
            assertThat(stage.exchange(one).thread()).isEqualTo(first.thread());
            assertThat(platformThreadsIn("accept"))
                    .as("the acceptor is virtual too")
                    .isEmpty();
            assertThat(ioThreads(stage, one)).containsExactly(first.name());
        }
    }

    @Test
    void selector() throws Exception {
        try (Stage stage = new Stage("selector")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            Seen second = stage.exchange(stage.client());
            assertThat(first.name()).isEqualTo("gearbox-selector");
            assertThat(second.thread()).isEqualTo(first.thread());
            Seen opened = stage.witness.nextOpened();
            assertThat(opened.thread()).isEqualTo(first.thread());
            assertThat(opened.stack()).as("accepted on this very thread").contains("SelectorAcceptor.ready");
            assertThat(first.stack())
                    .as("read on this very thread")
                    .contains("SelectorTransport.ready", "ReadyTransport.read");
            assertThat(ioThreads(stage, one)).containsExactly("gearbox-selector");
            assertThat(gearboxThreads()).containsExactly("gearbox-selector");
        }
    }

    @Test
    void selectorPool() throws Exception {
        try (Stage stage = new Stage("selector-pool?threads=2")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            assertThat(first.name()).matches("gearbox-selector-pool-[12]");
            assertThat(first.stack())
                    .as("the pool reads")
                    .contains("SelectorPoolTransport.turn", "ReadyTransport.read");
            assertThat(stage.witness.nextOpened().name()).matches("gearbox-selector-pool-[12]");
            assertThat(ioThreads(stage, one)).allMatch(name -> name.matches("gearbox-selector-pool-[12]"));
            awaitPlatformThreadsIn("select", "gearbox-selector-pool-selector");
        }
    }

    @Test
    void reactors() throws Exception {
        try (Stage stage = new Stage("reactors?threads=2")) {
            List<String> names = new ArrayList<>();
            List<Socket> sockets = new ArrayList<>();
            for (int index = 0; index < 4; index++) {
                sockets.add(stage.client());
                names.add(stage.exchange(sockets.getLast()).name());
            }
            assertThat(names)
                    .containsExactly(
                            "gearbox-reactors-1", "gearbox-reactors-2", "gearbox-reactors-1", "gearbox-reactors-2");
            for (int index = 0; index < 4; index++) {
                assertThat(stage.exchange(sockets.get(index)).name())
                        .as("where it stays")
                        .isEqualTo(names.get(index));
            }
            assertThat(stage.witness.nextOpened().stack())
                    .as("accepted elsewhere")
                    .doesNotContain("SelectorAcceptor");
            assertThat(ioThreads(stage, sockets.get(1))).containsExactly("gearbox-reactors-2");
            awaitPlatformThreadsIn("select", "gearbox-reactors-acceptor", "gearbox-reactors-1", "gearbox-reactors-2");
        }
    }

    @Test
    void shardedReactors() throws Exception {
        try (Stage stage = new Stage("reactors?per=2")) {
            List<String> names = new ArrayList<>();
            for (int index = 0; index < 5; index++) {
                names.add(stage.exchange(stage.client()).name());
            }
            assertThat(names)
                    .containsExactly(
                            "gearbox-reactors-1",
                            "gearbox-reactors-1",
                            "gearbox-reactors-2",
                            "gearbox-reactors-2",
                            "gearbox-reactors-3");
            stage.clients.get(1).close();
            await(() -> stage.engine.stats().connections() == 4);
            assertThat(stage.exchange(stage.client()).name()).as("room again").isEqualTo("gearbox-reactors-1");
        }
    }

    @Test
    void asyncHandler() throws Exception {
        try (Stage stage = new Stage("async?threads=2")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            assertThat(first.name()).matches("gearbox-async-[12]");
            assertThat(first.stack())
                    .as("called back on a group thread, from a completion")
                    .contains("AsyncTransport.run")
                    .contains("sun.nio.ch.EPollPort$EventHandlerTask.run");
            assertThat(stage.witness.nextOpened().stack())
                    .as("opened from the accept's completion")
                    .contains("AsyncAcceptor.completed");
            CompletableFuture<String> task = new CompletableFuture<>();
            first.connection()
                    .execute(() -> task.complete(Thread.currentThread().getName()));
            assertThat(task.get(120, TimeUnit.SECONDS))
                    .as("the group has no entrance for tasks; one that comes during a turn is run by that turn")
                    .matches("gearbox-async-(tasks|[12])");
            assertThat(gearboxThreads())
                    .contains("gearbox-async-1", "gearbox-async-2")
                    .isSubsetOf("gearbox-async-1", "gearbox-async-2", "gearbox-async-tasks");
        }
    }

    @Test
    void asyncFuture() throws Exception {
        try (Stage stage = new Stage("async?threads=1&style=future")) {
            Socket one = stage.client();
            Seen first = stage.exchange(one);
            Seen second = stage.exchange(stage.client());
            assertThat(first.name()).isEqualTo("gearbox-async-future-1");
            assertThat(second.name()).isEqualTo("gearbox-async-future-2");
            assertThat(first.stack()).as("not from a completion").doesNotContain("sun.nio.ch.EPollPort");
            await(() -> platformThreadsIn("BlockingAsyncSocket.read").containsAll(Set.of(first.name(), second.name())));
            assertThat(gearboxThreads()).contains("gearbox-async-1", "gearbox-async-future-acceptor");
        }
    }

    /** Returns the threads that read from the connection of {@code client}, or wrote to it, while it exchanged a few bytes. */
    private Set<String> ioThreads(Stage stage, Socket client) throws IOException, InterruptedException {
        Path file = folder.resolve("io.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.SocketRead").withoutThreshold().with("throttle", "off");
            recording.enable("jdk.SocketWrite").withoutThreshold().with("throttle", "off");
            recording.start();
            for (int exchange = 0; exchange < 5; exchange++) {
                stage.exchange(client);
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                // On a busy machine the engine's own events are included.
                .filter(event -> event.hasField("port") && event.getInt("port") == client.getLocalPort())
                .toList();
        Files.delete(file);
        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .as("both directions were seen")
                .contains("jdk.SocketRead", "jdk.SocketWrite");
        return events.stream().map(event -> event.getThread().getJavaName()).collect(Collectors.toSet());
    }

    private static Set<String> gearboxThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("gearbox"))
                .collect(Collectors.toSet());
    }

    /** Each thread is there once it has done its work, which on a busy machine may be later than the answer. */
    private static void awaitPlatformThreadsIn(String method, String... names) {
        await(() -> platformThreadsIn(method).equals(Set.of(names)));
    }

    /** Returns the platform threads of Gearbox that are inside a method of that name, of the JDK's channels or ours. */
    private static Set<String> platformThreadsIn(String method) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().startsWith("gearbox"))
                .filter(entry -> Arrays.stream(entry.getValue())
                        .anyMatch(frame -> (frame.getClassName() + "." + frame.getMethodName()).endsWith(method)))
                .map(entry -> entry.getKey().getName())
                .collect(Collectors.toSet());
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
