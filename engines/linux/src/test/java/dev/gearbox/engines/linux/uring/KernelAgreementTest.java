package dev.gearbox.engines.linux.uring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The real kernel answers as the simulated one may: peers and sessions do to both what a {@link UringScript} does, and every kind of completion of the real
 * kernel occurs with the simulated one. Otherwise the simulation would prove nothing about the kernel.
 */
class KernelAgreementTest {
    private static final int STEPS = 1_000;
    private static final int SIMULATED_RUNS = 20;
    private static final int PEERS = 6;
    /** More than the sixteen accepts in progress can hold. */
    private static final int SLOTS = 30;

    private final SplittableRandom random = new SplittableRandom(Long.getLong("gearbox.seed", System.nanoTime()));
    private final RingLedger ledger = new RingLedger();
    private final List<SocketChannel> peers = new ArrayList<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(40_000);

    @Test
    void theRealKernelAnswersAsTheSimulatedOneMay() throws Exception {
        Set<String> admitted = new TreeSet<>();
        for (long seed = 1; seed <= SIMULATED_RUNS; seed++) {
            admitted.addAll(SimulatedKernelTest.play(seed, 2_000).answers().keySet());
        }
        playForReal();
        assertThat(admitted).containsAll(ledger.answers().keySet());
        // Something did happen.
        assertThat(ledger.answers()).containsKeys("receive: cancelled", "export: done", "install: done");
    }

    private void playForReal() throws Exception {
        Kernel watched = new Kernel() {
            @Override
            Syscalls calls() {
                return new WatchedCalls(ledger);
            }
        };
        UringEngine engine = new UringEngine("uring", 1, SLOTS, watched);
        try (engine;
                Engine other = Engines.start("epoll");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> connection::write,
                        Options.DEFAULT
                                .withWater(16 << 10, 4 << 10)
                                .withSocketBuffers(4 << 10, 4 << 10)
                                .withLinger(Duration.ofMillis(1)))) {
            thereAndBack((InetSocketAddress) listener.address(), engine, other);
            for (int step = 0; step < STEPS; step++) {
                act((InetSocketAddress) listener.address(), engine, other);
            }
            for (SocketChannel peer : peers) {
                peer.close();
            }
        }
    }

    /** Whatever else happens. */
    private static void thereAndBack(InetSocketAddress address, Engine engine, Engine other) throws Exception {
        try (SocketChannel peer = SocketChannel.open(address)) {
            peer.write(ByteBuffer.allocate(1));
            peer.read(ByteBuffer.allocate(1));
            Connection connection = engine.connections().findAny().orElseThrow();
            connection.shiftTo(other).toCompletableFuture().get(1, TimeUnit.MINUTES);
            connection.shiftTo(engine).toCompletableFuture().get(1, TimeUnit.MINUTES);
        }
    }

    private void act(InetSocketAddress address, Engine engine, Engine other) throws Exception {
        if (peers.size() < PEERS) {
            SocketChannel peer = SocketChannel.open(address);
            peer.configureBlocking(false);
            peers.add(peer);
            return;
        }
        int chosen = random.nextInt(peers.size());
        SocketChannel peer = peers.get(chosen);
        try {
            switch (random.nextInt(24)) {
                case 0 -> peer.shutdownOutput();
                case 1 -> {
                    peer.setOption(StandardSocketOptions.SO_LINGER, 0);
                    peers.remove(chosen).close();
                }
                case 2 -> peers.remove(chosen).close();
                case 3, 4, 5 -> {
                    bytes.clear();
                    if (peer.read(bytes) < 0) {
                        peers.remove(chosen).close();
                    }
                }
                case 6 -> shift(engine, other);
                case 7 -> shift(other, engine);
                case 8 -> onSome(engine, connection -> connection.execute(connection::pause));
                case 9 -> onSome(engine, connection -> connection.execute(connection::resume));
                case 10 -> {
                    if (random.nextInt(4) == 0) {
                        onSome(engine, Connection::close);
                    }
                }
                default -> {
                    bytes.clear().limit(random.nextInt(1, random.nextBoolean() ? 200 : bytes.capacity()));
                    peer.write(bytes);
                }
            }
        } catch (IOException gone) {
            peers.remove(peer);
            peer.close();
        }
    }

    private static void onSome(Engine engine, java.util.function.Consumer<Connection> action) {
        engine.connections().findAny().ifPresent(action);
    }

    private void shift(Engine from, Engine to) throws Exception {
        for (Connection connection : from.connections().limit(1).toList()) {
            var answer = connection.shiftTo(to).toCompletableFuture().handle((moved, refused) -> refused);
            if (random.nextBoolean()) {
                answer.get(1, TimeUnit.MINUTES);
            }
        }
    }
}
