package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.UnitCost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The smallest server of each kind: it echoes messages of a fixed size, and waits for each in one of three ways. The calling thread is its client: it spins, so that
 * the server does not pay for waking it, unless there is only one processor.
 */
final class EchoThreads {
    /** How the server waits for the next message. */
    enum Wait {
        SELECT,
        BLOCK,
        VIRTUAL
    }

    private final SocketPairs pairs;
    private final List<Thread> threads = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(UnitCost.MESSAGE);

    /** Starts a server with so many connections, on a thread for each. */
    EchoThreads(Wait wait, int connections) throws IOException {
        pairs = new SocketPairs(connections, !Affinity.several(), true);
        for (SocketPairs.Pair pair : pairs.all()) {
            SocketChannel end = pair.server();
            threads.add(
                    switch (wait) {
                        case SELECT ->
                            start(Thread.ofPlatform().daemon(), () -> {
                                Affinity.server();
                                select(end);
                            });
                        case BLOCK ->
                            start(Thread.ofPlatform().daemon(), () -> {
                                Affinity.server();
                                block(end);
                            });
                        case VIRTUAL -> start(Thread.ofVirtual(), () -> block(end));
                    });
        }
    }

    private interface EchoTask {
        void run() throws IOException;
    }

    private static Thread start(Thread.Builder builder, EchoTask task) {
        return builder.start(() -> {
            try {
                task.run();
            } catch (IOException closed) {
                // The client ends the measurement by a reset. A failure before that ends the client's read with an
                // error.
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void block(SocketChannel end) throws IOException {
        try (end) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(UnitCost.MESSAGE);
            while (SocketPairs.read(end, buffer)) {
                SocketPairs.write(end, buffer);
            }
        }
    }

    private static void select(SocketChannel end) throws IOException {
        try (end;
                Selector selector = Selector.open()) {
            end.configureBlocking(false);
            var _ = end.register(selector, SelectionKey.OP_READ);
            ByteBuffer buffer = ByteBuffer.allocateDirect(UnitCost.MESSAGE);
            boolean open = true;
            while (open) {
                var _ = selector.select(key -> {});
                open = SocketPairs.read(end, buffer);
                if (open) {
                    SocketPairs.write(end, buffer);
                }
            }
        }
    }

    /** Sends a message on each connection, and then reads all answers. */
    void roundTrip() throws IOException {
        for (SocketPairs.Pair pair : pairs.all()) {
            SocketPairs.write(pair.client(), buffer);
        }
        for (SocketPairs.Pair pair : pairs.all()) {
            answer(pair);
        }
    }

    /** Sends a message on one of the connections, and reads the answer. */
    void roundTrip(int connection) throws IOException {
        SocketPairs.Pair pair = pairs.all().get(connection);
        SocketPairs.write(pair.client(), buffer);
        answer(pair);
    }

    private void answer(SocketPairs.Pair pair) throws IOException {
        if (!SocketPairs.read(pair.client(), buffer)) {
            throw new IOException("the echo server of the calibration has ended");
        }
    }

    /** Returns the processor time of the server's platform threads, in ns. */
    long processorTime() {
        return threads.stream().mapToLong(Clocks::of).sum();
    }

    /** Closes the connections, and waits until the server's threads have ended. */
    void end() throws IOException, InterruptedException {
        for (SocketPairs.Pair pair : pairs.all()) {
            pair.client().close();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        pairs.close();
    }
}
