package dev.gearbox.engines.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
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
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions that keep buffers and connections that they must not keep, and make forbidden calls, from all kinds of threads, against peers that reset, flood and
 * leave. Native code would crash on any of it, so none of it may reach native code: the JVM survives, and a correct client is served as usual. {@code
 * -Dgearbox.misuse.rounds=100000} runs for minutes.
 */
class LinuxMisuseTest {
    private static final int ROUNDS = Integer.getInteger("gearbox.misuse.rounds", 400);
    private static final long SEED = Long.getLong("gearbox.seed", System.nanoTime());

    /** What sessions have kept: buffers after their callback, connections after their end. */
    private final Queue<ByteBuffer> buffers = new ConcurrentLinkedQueue<>();

    private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong sum = new AtomicLong();

    /** Echoes, and breaks a rule now and then. */
    private final class Vandal implements Session {
        private final Connection connection;
        private final Random random;

        Vandal(Connection connection, long seed) {
            this.connection = connection;
            random = new Random(seed);
            connections.add(connection);
        }

        @Override
        public void received(ByteBuffer in) {
            keep(in);
            switch (random.nextInt(8)) {
                case 0 -> connection.close();
                case 1 -> {
                    connection.end();
                    connection.end();
                }
                case 2 -> {
                    connection.pause();
                    connection.schedule(Duration.ofMillis(1), connection::resume);
                }
                case 3 -> misuse(random);
                case 4 ->
                    connection.execute(() -> {
                        throw new IllegalStateException("a task that throws");
                    });
                default -> connection.write(in);
            }
        }

        private void keep(ByteBuffer in) {
            buffers.add(in);
            buffers.add(in.duplicate());
            if (buffers.size() > 200) {
                buffers.poll();
            }
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            // After the end, from within the last callback, and once more.
            tolerate(() -> connection.write(ByteBuffer.allocate(10)));
            connection.close();
            connection.close();
        }
    }

    private void tolerate(Runnable forbidden) {
        try {
            forbidden.run();
        } catch (RuntimeException refusal) {
            refused.incrementAndGet();
        }
    }

    /** Reads and writes what was kept, and calls connections that belong to others or are closed. From any thread. */
    private void misuse(Random random) {
        ByteBuffer kept = buffers.peek();
        if (kept != null) {
            tolerate(() -> sum.addAndGet(kept.get(random.nextInt(70_000))));
            tolerate(() -> kept.put(0, (byte) 1));
            tolerate(() -> kept.limit(kept.capacity()).position(random.nextInt(kept.capacity() + 1)));
        }
        Connection victim = connections.peek();
        if (victim != null) {
            tolerate(() -> victim.write(kept == null ? ByteBuffer.allocateDirect(1) : kept));
            tolerate(victim::end);
            tolerate(victim::pause);
            tolerate(victim::resume);
            if (random.nextInt(20) == 0) {
                victim.close();
                connections.poll();
            } else {
                victim.execute(
                        () -> tolerate(() -> victim.write(kept == null ? ByteBuffer.allocate(1) : kept.duplicate())));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll?threads=2", "uring?threads=2", "virtual-loop?threads=2"})
    void noneOfItReachesNativeCode(String spec) throws Exception {
        Random seeds = new Random(SEED);
        try (Engine engine = Engines.start(spec);
                ExecutorService peers = Executors.newFixedThreadPool(4);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> new Vandal(connection, connection.hashCode()),
                        Options.DEFAULT.withLinger(Duration.ofMillis(5)));
                Listener proper = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> connection::write,
                        Options.DEFAULT)) {
            List<? extends java.util.concurrent.Future<?>> visits = seeds.longs(ROUNDS)
                    .mapToObj(seed -> peers.submit(() -> visit((InetSocketAddress) listener.address(), seed)))
                    .toList();
            for (var visit : visits) {
                visit.get();
            }
            assertThat(refused.get())
                    .as("calls that were refused (-Dgearbox.seed=" + SEED + ")")
                    .isPositive();
            try (Socket client =
                    new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) proper.address()).getPort())) {
                client.setSoTimeout(20_000);
                byte[] bytes = new byte[100_000];
                new Random(SEED).nextBytes(bytes);
                client.getOutputStream().write(bytes);
                assertThat(client.getInputStream().readNBytes(bytes.length))
                        .as("a proper client (-Dgearbox.seed=" + SEED + ")")
                        .isEqualTo(bytes);
            }
        }
    }

    private Void visit(InetSocketAddress address, long seed) {
        Random random = new Random(seed);
        try (Socket peer = new Socket(address.getAddress(), address.getPort())) {
            peer.setSoTimeout(20);
            for (int message = random.nextInt(10); message >= 0; message--) {
                peer.getOutputStream().write(new byte[1 << random.nextInt(17)]);
                if (random.nextBoolean()) {
                    peer.getInputStream().readNBytes(random.nextInt(5_000));
                }
                misuse(random);
            }
            if (random.nextInt(3) == 0) {
                peer.setSoLinger(true, 0);
            } else if (random.nextBoolean()) {
                peer.shutdownOutput();
            }
        } catch (IOException asServed) {
            // The session closes and answers at any time.
            sum.incrementAndGet();
        }
        return null;
    }
}
