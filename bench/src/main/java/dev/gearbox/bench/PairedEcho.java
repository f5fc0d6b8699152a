package dev.gearbox.bench;

import java.io.IOException;
import java.util.Map;

/**
 * Compares echo servers by {@link PairedRounds}, in a closed loop.
 *
 * <pre>
 *   java -p cli/target/app -m dev.gearbox.bench/dev.gearbox.bench.PairedEcho ref-selector selector
 *   ... PairedEcho --forks 10 --blocks 20 --connections 1000 --bytes 16384 selector 'reactors?threads=2' virtual
 *   ... PairedEcho epoll@/tmp/before/cli/target/app epoll
 * </pre>
 *
 * The last line compares a change with the build before it.
 */
final class PairedEcho {
    private static final String USAGE =
            "PairedEcho [--connections 100] [--bytes 64] [--forks 5] [--warm-up 8] [--blocks 16] ARM ARM...; "
                    + "an arm is ref-selector, ref-threads, ref-virtual, ref-netty-nio, -epoll, -uring, ref-mina or an engine's spec; "
                    + "ARM@FOLDER takes the jars of another build (its cli/target/app)";

    private PairedEcho() {}

    public static void main(String[] arguments) throws IOException {
        try {
            PairedArguments given = PairedArguments.parse(arguments, Map.of("--connections", 100, "--bytes", 64));
            if (given.names().size() < 2) {
                throw new IllegalArgumentException("two arms are needed");
            }
            rounds(given)
                    .run(
                            "%d connections, %d bytes, closed loop"
                                    .formatted(given.number("--connections"), given.number("--bytes")),
                            "request");
        } catch (IllegalArgumentException bad) {
            PairedArguments.refuse("PairedEcho: " + bad.getMessage(), USAGE);
        }
    }

    private static PairedRounds rounds(PairedArguments given) {
        byte[] request = new byte[given.number("--bytes")];
        return new PairedRounds(given.names(), given.size(), name -> {
            ServerProcess server = ServerProcess.echo(name);
            return new PairedRounds.LoadedServer(
                    server, new PingClient(server.port(), given.number("--connections"), request, request.length));
        });
    }
}
