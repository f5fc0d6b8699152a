package dev.gearbox.bench.servers;

import dev.gearbox.bench.PairedArguments;
import dev.gearbox.bench.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What time-outs cost: two servers of one engine with the same number of idle connections, only one of which would close them. Both are observed at the same time, for the
 * processor time that each of them needs while nothing happens.
 *
 * <pre>
 *   java -p cli/target/app -m dev.gearbox.bench/dev.gearbox.bench.servers.IdleTimeouts epoll
 * </pre>
 *
 * A time-out is checked four times before it strikes. Of these quarters the second and the third are counted: in each, every connection is checked once.
 */
final class IdleTimeouts {
    private static final String USAGE =
            "IdleTimeouts [--connections 9000] [--limit 60] [--forks 5] ENGINE; the limit is in seconds";
    private static final int QUARTER_MILLIS = 250;
    private static final int COUNTED = 2;
    private static final double TAIL = 0.025;
    private static final double NANOS_PER_MILLI = 1e6;

    private final String engine;
    private final int connections;
    private final int limit;
    /** By fork, the milliseconds of processor time in a second, and how many more with time-outs. */
    private final List<Double> plain = new ArrayList<>();

    private final List<Double> more = new ArrayList<>();

    private IdleTimeouts(String engine, int connections, int limit) {
        this.engine = engine;
        this.connections = connections;
        this.limit = limit;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try {
            PairedArguments given = PairedArguments.parse(arguments, Map.of("--connections", 9_000, "--limit", 60));
            if (given.names().size() != 1 || given.number("--limit") < 1) {
                throw new IllegalArgumentException("one engine and a limit of at least a second are needed");
            }
            int forks = given.size().forks();
            IdleTimeouts idle =
                    new IdleTimeouts(given.names().getFirst(), given.number("--connections"), given.number("--limit"));
            for (int fork = 1; fork <= forks; fork++) {
                idle.fork();
                System.err.println("fork " + fork + " of " + forks);
            }
            System.out.println(idle.result());
        } catch (IllegalArgumentException bad) {
            PairedArguments.refuse("IdleTimeouts: " + bad.getMessage(), USAGE);
        }
    }

    private void fork() throws IOException, InterruptedException {
        List<SocketChannel> open = new ArrayList<>();
        try (ServerProcess without = server(0);
                ServerProcess with = server(limit)) {
            for (int count = 0; count < connections; count++) {
                open.add(connect(without));
                open.add(connect(with));
            }
            // In the first quarter the compiler still works on the accepts.
            Thread.sleep((long) limit * QUARTER_MILLIS);
            long before = without.cpuNanos();
            long beforeWith = with.cpuNanos();
            Thread.sleep((long) limit * QUARTER_MILLIS * COUNTED);
            double seconds = COUNTED * limit / 4.0;
            double one = (without.cpuNanos() - before) / NANOS_PER_MILLI / seconds;
            plain.add(one);
            more.add((with.cpuNanos() - beforeWith) / NANOS_PER_MILLI / seconds - one);
        } finally {
            for (SocketChannel connection : open) {
                connection.close();
            }
        }
    }

    private ServerProcess server(int seconds) throws IOException {
        return ServerProcess.start(
                engine,
                System.getProperty("jdk.module.path"),
                List.of(ServerProcess.BENCH + "servers.IdleTimeoutServer", engine, Integer.toString(seconds)));
    }

    private static SocketChannel connect(ServerProcess server) throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    private String result() {
        double mean = mean(more);
        double squares = more.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        double half = TDistribution.of(more.size() - 1).inverseSurvivalProbability(TAIL)
                * Math.sqrt(squares / (more.size() - 1) / more.size());
        return "%s, %,d idle connections: %.2f ms of processor time a second, and %.2f ms [%.2f, %.2f] more if each has a time-out of %d s"
                .formatted(engine, connections, mean(plain), mean, mean - half, mean + half, limit);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
