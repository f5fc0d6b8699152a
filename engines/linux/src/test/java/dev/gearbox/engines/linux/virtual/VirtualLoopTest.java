package dev.gearbox.engines.linux.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever blocks in a handler, on one loop, delays its own connection and no other. In most of these tests one handler waits for something that only another
 * connection's handler can do, so a blocked loop would never end the test.
 */
class VirtualLoopTest {
    private static final int PATIENCE_MILLIS = 120_000;
    private static final Protocol ECHO = connection -> connection::write;

    /** Answers a request of one byte by one byte; may block. */
    private interface Handler {
        int answer(int request) throws Exception;
    }

    private final Engine engine = Engines.start("virtual-loop?threads=1");
    private final List<Socket> clients = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        engine.close();
    }

    private SocketAddress listen(Protocol protocol) throws IOException {
        return engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol, Options.DEFAULT)
                .address();
    }

    private SocketAddress serve(Handler handler) throws IOException {
        return listen(connection -> in -> {
            while (in.hasRemaining()) {
                connection.write(ByteBuffer.wrap(new byte[] {(byte) answer(handler, in.get())}));
            }
        });
    }

    private static int answer(Handler handler, int request) {
        try {
            return handler.answer(request);
        } catch (Exception failure) {
            throw new IllegalStateException("the handler of " + request, failure);
        }
    }

    private Socket client(SocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.connect(address);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        clients.add(socket);
        return socket;
    }

    private static void send(Socket socket, int request) throws IOException {
        socket.getOutputStream().write(request);
    }

    private static int receive(Socket socket) throws IOException {
        return socket.getInputStream().read();
    }

    private static int ask(Socket socket, int request) throws IOException {
        send(socket, request);
        return receive(socket);
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    }

    @Test
    void handlersWaitForEachOther() throws Exception {
        int connections = 20;
        CyclicBarrier all = new CyclicBarrier(connections);
        SocketAddress address = serve(request -> {
            all.await();
            return request;
        });
        for (int index = 0; index < connections; index++) {
            send(client(address), index);
        }
        for (int index = 0; index < connections; index++) {
            assertThat(receive(clients.get(index))).isEqualTo(index);
        }
    }

    @Test
    void aMonitorIsHeldWhileItsOwnerWaits() throws Exception {
        Object monitor = new Object();
        Turns turns = new Turns();
        SocketAddress address = serve(request -> switch (request) {
            case 'h' -> {
                synchronized (monitor) {
                    yield turns.hold();
                }
            }
            case 'w' -> {
                turns.wanting.countDown();
                synchronized (monitor) {
                    yield turns.got();
                }
            }
            default -> turns.open();
        });
        turns.play(client(address), client(address), client(address));
    }

    @Test
    void aLockIsHeldWhileItsOwnerWaits() throws Exception {
        Lock lock = new ReentrantLock();
        Turns turns = new Turns();
        SocketAddress address = serve(request -> switch (request) {
            case 'h' -> {
                lock.lock();
                try {
                    yield turns.hold();
                } finally {
                    lock.unlock();
                }
            }
            case 'w' -> {
                turns.wanting.countDown();
                lock.lock();
                try {
                    yield turns.got();
                } finally {
                    lock.unlock();
                }
            }
            default -> turns.open();
        });
        turns.play(client(address), client(address), client(address));
    }

    /** One holds a lock and waits, a second waits for the lock, a third lets the first continue. */
    private static final class Turns {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch wanting = new CountDownLatch(1);
        final CountDownLatch gate = new CountDownLatch(1);
        final List<String> order = new CopyOnWriteArrayList<>();

        int hold() throws InterruptedException {
            held.countDown();
            gate.await();
            order.add("holder");
            return 'h';
        }

        int got() {
            order.add("second");
            return 'w';
        }

        int open() {
            gate.countDown();
            return 'o';
        }

        void play(Socket holder, Socket second, Socket third) throws Exception {
            send(holder, 'h');
            await(held);
            send(second, 'w');
            await(wanting);
            assertThat(ask(third, 'o')).isEqualTo('o');
            assertThat(receive(holder)).isEqualTo('h');
            assertThat(receive(second)).isEqualTo('w');
            assertThat(order).containsExactly("holder", "second");
        }
    }

    @Test
    void objectsAreWaitedFor() throws Exception {
        List<Integer> sent = new ArrayList<>();
        SocketAddress address = serve(request -> {
            synchronized (sent) {
                if (request == 0) {
                    while (sent.isEmpty()) {
                        sent.wait();
                    }
                    return sent.getFirst();
                }
                sent.add(request);
                sent.notifyAll();
                return request;
            }
        });
        send(client(address), 0);
        assertThat(ask(client(address), 7)).isEqualTo(7);
        assertThat(receive(clients.getFirst())).isEqualTo(7);
    }

    @Test
    void aSleepHoldsUpNobodyElseAndCanBeInterrupted() throws Exception {
        CompletableFuture<Thread> asleep = new CompletableFuture<>();
        SocketAddress address = serve(request -> {
            if (request == 's') {
                asleep.complete(Thread.currentThread());
                try {
                    Thread.sleep(Duration.ofMillis(PATIENCE_MILLIS));
                } catch (InterruptedException enough) {
                    return 'i';
                }
            }
            return request;
        });
        send(client(address), 's');
        Thread sleeper = asleep.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(ask(client(address), 'a')).isEqualTo('a');
        sleeper.interrupt();
        assertThat(receive(clients.getFirst())).isEqualTo('i');
    }

    @Test
    void sleepsEnd() throws Exception {
        SocketAddress address = serve(request -> {
            Thread.sleep(request);
            return request;
        });
        for (int request = 0; request < 20; request++) {
            send(client(address), request);
        }
        for (int request = 0; request < 20; request++) {
            assertThat(receive(clients.get(request))).isEqualTo(request);
        }
    }

    @Test
    void filesAreWrittenAndReadBack() throws Exception {
        SocketAddress address = serve(request -> {
            byte[] content = new byte[100_000 + request];
            Arrays.fill(content, (byte) request);
            Path file = folder.resolve("file-" + request);
            Files.write(file, content);
            return Arrays.equals(Files.readAllBytes(file), content) ? request : -1;
        });
        for (int request = 0; request < 20; request++) {
            send(client(address), request);
        }
        for (int request = 0; request < 20; request++) {
            assertThat(receive(clients.get(request))).isEqualTo(request);
        }
    }

    @Test
    void socketsOfTheJdkWaitForThisVeryLoop() throws Exception {
        SocketAddress echo = listen(ECHO);
        SocketAddress address = serve(request -> {
            try (Socket socket = new Socket();
                    SocketChannel channel = SocketChannel.open(echo)) {
                socket.connect(echo);
                int first = ask(socket, request);
                channel.write(ByteBuffer.wrap(new byte[] {(byte) first}));
                ByteBuffer answer = ByteBuffer.allocate(1);
                channel.read(answer);
                return answer.get(0);
            }
        });
        for (int request = 0; request < 10; request++) {
            send(client(address), request);
        }
        for (int request = 0; request < 10; request++) {
            assertThat(receive(clients.get(request))).isEqualTo(request);
        }
    }

    @Test
    void aHandlerConnectsToItsOwnEngineAndWaitsForTheAnswer() throws Exception {
        SocketAddress echo = listen(ECHO);
        SocketAddress address = serve(request -> {
            BlockingQueue<Byte> answers = new LinkedBlockingQueue<>();
            Connection connection = engine.connect(echo, _ -> in -> answers.add(in.get()), Options.DEFAULT)
                    .toCompletableFuture()
                    .join();
            connection.execute(() -> connection.write(ByteBuffer.wrap(new byte[] {(byte) request})));
            int answer = answers.take();
            connection.close();
            return answer;
        });
        for (int request = 0; request < 10; request++) {
            assertThat(ask(client(address), request)).isEqualTo(request);
        }
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // the subject of this test
    void aHandlerThatYieldsLetsOthersGoOn() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        CountDownLatch spinning = new CountDownLatch(1);
        SocketAddress address = serve(request -> {
            if (request == 'y') {
                spinning.countDown();
                while (!enough.get()) {
                    Thread.yield();
                }
            } else {
                enough.set(true);
            }
            return request;
        });
        send(client(address), 'y');
        await(spinning);
        assertThat(ask(client(address), 'e')).isEqualTo('e');
        assertThat(receive(clients.getFirst())).isEqualTo('y');
    }

    @Test
    void anInterruptThatAHandlerLeavesStandingIsItsOwnAffair() throws Exception {
        SocketAddress address = serve(request -> {
            Thread.currentThread().interrupt();
            return request;
        });
        Socket client = client(address);
        for (int request = 0; request < 100; request++) {
            assertThat(ask(client, request)).isEqualTo(request);
        }
    }

    @Test
    void aThreadThatAHandlerStartedOutlivesTheEngine() throws Exception {
        CompletableFuture<Thread> started = new CompletableFuture<>();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        SocketAddress address = serve(request -> {
            started.complete(Thread.startVirtualThread(() -> {
                try {
                    gate.await();
                    over.countDown();
                } catch (InterruptedException unexpected) {
                    throw new AssertionError(unexpected);
                }
            }));
            return request;
        });
        ask(client(address), 1);
        Thread thread = started.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        engine.close();
        assertThat(thread.isAlive()).isTrue();
        gate.countDown();
        await(over);
        assertThat(thread.join(Duration.ofMillis(PATIENCE_MILLIS))).isTrue();
    }

    /** A read stops in front of an urgent byte, and so returns less than there is. */
    @Test
    void whatFollowsAnUrgentByteIsReadAsWell() throws Exception {
        Socket client = client(listen(ECHO));
        ask(client, 0);
        BusyLoop busy = new BusyLoop();
        client.getOutputStream().write(new byte[] {1, 2, 3});
        client.sendUrgentData(9);
        client.getOutputStream().write(new byte[] {4, 5, 6});
        busy.end();
        assertThat(client.getInputStream().readNBytes(6)).containsExactly(1, 2, 3, 4, 5, 6);
    }

    /** The acceptor runs first and has more to do than fits into one round. */
    @Test
    void whoNeverHasToWaitLetsTheOthersGoOnAllTheSame() throws Exception {
        SocketAddress echo = listen(ECHO);
        Socket other = client(serve(_ -> (int) engine.stats().accepted()));
        int before = ask(other, 0);
        BusyLoop busy = new BusyLoop();
        for (int index = 0; index < 100; index++) {
            client(echo);
        }
        send(other, 0);
        busy.end();
        assertThat(receive(other) - before)
                .as("accepted before the other had its turn")
                .isLessThan(100);
        assertThat(ask(clients.getLast(), 1)).isEqualTo(1);
        assertThat(engine.stats().accepted()).as("and in the end").isEqualTo(before + 101);
    }

    /** A handler that blocks the loop itself, so that all other work is there when the loop polls. */
    private final class BusyLoop {
        private final AtomicBoolean over = new AtomicBoolean();
        private final CountDownLatch busy = new CountDownLatch(1);
        private final Socket client;

        BusyLoop() throws Exception {
            client = client(serve(request -> {
                busy.countDown();
                long begun = System.nanoTime();
                while (!over.get() && System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS)) {
                    Thread.onSpinWait();
                }
                return request;
            }));
            send(client, 1);
            await(busy);
        }

        void end() throws IOException {
            over.set(true);
            assertThat(receive(client)).isEqualTo(1);
        }
    }

    @Test
    void aPeerThatEndsHasAllItsBytesAnsweredFirst() throws Exception {
        SocketAddress address = listen(ECHO);
        for (int round = 0; round < 200; round++) {
            try (Socket client = new Socket()) {
                client.connect(address);
                client.setSoTimeout(PATIENCE_MILLIS);
                client.getOutputStream().write(new byte[round]);
                client.shutdownOutput();
                InputStream in = client.getInputStream();
                assertThat(in.readAllBytes()).hasSize(round);
            }
        }
    }
}
