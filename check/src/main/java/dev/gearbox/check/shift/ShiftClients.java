package dev.gearbox.check.shift;

import dev.gearbox.check.watched.KnownBytes;
import dev.gearbox.check.watched.Violations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All clients, on one thread and plain non-blocking channels, without any code of an engine, so that no engine checks itself. They are connected by
 * the constructor; methods are called from one other thread.
 */
final class ShiftClients implements AutoCloseable {
    private static final int TICK_MILLIS = 2;
    private static final int BUFFER = 64 << 10;
    /** Small, so that a client that does not read blocks the server. */
    private static final int RECEIVE_BUFFER = 16 << 10;

    private final Selector selector = Selector.open();
    private final List<ShiftClient> talkers = new ArrayList<>();
    private final Violations violations;
    private final Thread thread;

    private volatile TrafficLevel traffic = TrafficLevel.NONE;
    private volatile @Nullable Wait wait;
    private volatile boolean ending;
    private volatile boolean stopped;

    /** Waits until all clients are in a state. */
    private record Wait(Predicate<ShiftClient> state, CompletableFuture<Void> reached) {}

    /**
     * Connects the clients, one after another, to each address in turn.
     *
     * @param bytesOf the stream of a client, by its port
     */
    ShiftClients(
            int count, List<? extends SocketAddress> servers, IntFunction<KnownBytes> bytesOf, Violations violations)
            throws IOException {
        this.violations = violations;
        thread = Thread.ofPlatform().daemon().name("gearbox-shift-clients").unstarted(this::run);
        try {
            for (int number = 0; number < count; number++) {
                SocketChannel channel = SocketChannel.open().setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
                channel.connect(servers.get(number % servers.size()));
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false);
                SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
                int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
                ShiftClient talker = new ShiftClient(channel, key, bytesOf.apply(port), violations);
                key.attach(talker);
                talkers.add(talker);
            }
        } catch (IOException | RuntimeException failure) {
            closeAll();
            throw failure;
        }
        thread.start();
    }

    void talk(TrafficLevel wanted) {
        traffic = wanted;
        selector.wakeup();
    }

    /** Completes when every byte that was sent has come back. */
    CompletableFuture<Void> quiet() {
        talk(TrafficLevel.NONE);
        return await(talker -> talker.isOver() || !talker.owed());
    }

    /** Half-closes all of them. Only when all are quiet. */
    void finish() {
        ending = true;
        selector.wakeup();
    }

    /** Completes when the server has ended, too. */
    CompletableFuture<Void> finished() {
        return await(ShiftClient::isOver);
    }

    private CompletableFuture<Void> await(Predicate<ShiftClient> state) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        wait = new Wait(state, reached);
        selector.wakeup();
        return reached;
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        boolean ended = false;
        try {
            while (!stopped) {
                selector.select(
                        key -> {
                            if (key.isReadable()) {
                                ((ShiftClient) key.attachment()).listen(buffer, System.nanoTime());
                            }
                        },
                        TICK_MILLIS);
                if (ending && !ended) {
                    ended = true;
                    talkers.forEach(ShiftClient::finish);
                }
                long now = System.nanoTime();
                for (ShiftClient talker : talkers) {
                    talker.speak(ended ? TrafficLevel.NONE : traffic, now);
                }
                Wait waiting = wait;
                if (waiting != null && talkers.stream().allMatch(waiting.state())) {
                    wait = null;
                    waiting.reached().complete(null);
                }
            }
        } catch (IOException | RuntimeException defect) {
            violations.add("the clients stopped: " + defect);
        }
    }

    /** Returns the number of bytes that came back from the server, all of them correct. Only when all are quiet. */
    long verified() {
        return talkers.stream().mapToLong(ShiftClient::verified).sum();
    }

    /** Closes what is still open. */
    @Override
    public void close() throws IOException {
        stopped = true;
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        closeAll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeAll() throws IOException {
        for (ShiftClient talker : talkers) {
            talker.close();
        }
        selector.close();
    }
}
