package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What operations on sockets cost one thread that never waits: it has both ends of all connections. Processor time of the thread, in seconds. */
final class SocketCosts {
    private static final int CONNECTIONS = 32;
    private static final int ROUNDS = 20;
    private static final int LARGE = 16_384;
    private static final double NANOS = 1e9;

    private SocketCosts() {}

    /**
     * What a message costs.
     *
     * @param read in seconds
     * @param write in seconds
     */
    record Message(Range read, Range write) {}

    static Message message(Duration time, int bytes) throws Exception {
        try (SocketPairs pairs = new SocketPairs(CONNECTIONS, false, false)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
            List<Double> reads = new ArrayList<>();
            double[] writes = CostSample.of(time, () -> {
                long written = 0;
                long read = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    long begin = Clocks.mine();
                    for (SocketPairs.Pair pair : pairs.all()) {
                        SocketPairs.write(pair.client(), buffer);
                    }
                    long middle = Clocks.mine();
                    for (SocketPairs.Pair pair : pairs.all()) {
                        if (!SocketPairs.read(pair.server(), buffer)) {
                            throw new IOException("a loopback connection was closed");
                        }
                    }
                    written += middle - begin;
                    read += Clocks.mine() - middle;
                }
                reads.add(read / NANOS / ROUNDS / CONNECTIONS);
                return written / NANOS / ROUNDS / CONNECTIONS;
            });
            // The batches of the warm-up come first.
            List<Double> counted = reads.subList(reads.size() - writes.length, reads.size());
            return new Message(
                    CostSample.range(
                            counted.stream().mapToDouble(Double::doubleValue).toArray()),
                    CostSample.range(writes));
        }
    }

    /** Reads, writes, and one more byte of both. */
    static Map<UnitCost, Range> messages(Duration time) throws Exception {
        Message small = message(time.dividedBy(2), UnitCost.MESSAGE);
        Message large = message(time.dividedBy(2), LARGE);
        double bytes = LARGE - UnitCost.MESSAGE;
        Range more = CostSample.without(
                large.read().plus(large.write()), small.read().plus(small.write()));
        return Map.of(
                UnitCost.READ,
                small.read(),
                UnitCost.WRITE,
                small.write(),
                UnitCost.BYTE,
                more.map(seconds -> seconds / bytes));
    }

    /** One more ready connection, for a selector that finds many. */
    static Range ready(Duration time) throws Exception {
        try (SocketPairs pairs = new SocketPairs(CONNECTIONS, false, false);
                Selector selector = Selector.open()) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(UnitCost.MESSAGE);
            for (SocketPairs.Pair pair : pairs.all()) {
                var _ = pair.server().register(selector, SelectionKey.OP_READ);
                SocketPairs.write(pair.client(), buffer);
            }
            return CostSample.range(CostSample.of(time, () -> {
                long begin = Clocks.mine();
                long found = 0;
                for (int round = 0; round < 10 * ROUNDS; round++) {
                    found += selector.selectNow(key -> {});
                }
                return (Clocks.mine() - begin) / NANOS / found;
            }));
        }
    }

    /** A waiting connection, accepted and registered. */
    static Range accept(Duration time) throws Exception {
        try (ServerSocketChannel listener = SocketPairs.listener();
                Selector selector = Selector.open()) {
            SocketAddress address = listener.getLocalAddress();
            return CostSample.range(CostSample.of(time, () -> {
                List<SocketChannel> ends = new ArrayList<>();
                for (int i = 0; i < CONNECTIONS; i++) {
                    SocketChannel client = SocketChannel.open(address);
                    SocketPairs.prepare(client);
                    ends.add(client);
                }
                long begin = Clocks.mine();
                for (int i = 0; i < CONNECTIONS; i++) {
                    SocketChannel accepted = listener.accept();
                    accepted.configureBlocking(false);
                    var _ = accepted.register(selector, SelectionKey.OP_READ);
                    ends.add(accepted);
                }
                double cost = (Clocks.mine() - begin) / NANOS / CONNECTIONS;
                for (SocketChannel end : ends) {
                    end.close();
                }
                var _ = selector.selectNow();
                return cost;
            }));
        }
    }
}
