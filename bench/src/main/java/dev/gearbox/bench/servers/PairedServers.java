package dev.gearbox.bench.servers;

import dev.gearbox.bench.PairedArguments;
import dev.gearbox.bench.PairedRounds;
import dev.gearbox.bench.PingClient;
import dev.gearbox.bench.RoundClient;
import dev.gearbox.bench.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;

/**
 * Compares what users build, an HTTP server, a store that speaks lines, a chat room, TLS, on this library and on others, by {@link PairedRounds}.
 *
 * <pre>
 *   java -p cli/target/app -m dev.gearbox.bench/dev.gearbox.bench.servers.PairedServers http epoll ref-netty-epoll ref-vertx ref-helidon
 *   ... PairedServers --forks 10 tls-echo epoll ref-netty-epoll
 *   ... PairedServers tls-download epoll@/tmp/before/cli/target/app epoll
 * </pre>
 *
 * Vert.x and Helidon, which serve HTTP only, are programs of one file in {@code bench/external}: their libraries are those of the study fan-out-gateway.
 */
final class PairedServers {
    private static final String USAGE =
            "PairedServers [--connections N] [--forks 5] [--warm-up 8] [--blocks 16] WORK ARM ARM...; "
                    + "an arm is an engine's spec, ref-netty-nio, -epoll, -uring, ref-vertx or ref-helidon; ARM@FOLDER takes the jars of another build (its cli/target/app)";

    private final Work work;
    private final int connections;
    private final Path keys;

    private PairedServers(Work work, int connections, Path keys) {
        this.work = work;
        this.connections = connections;
        this.keys = keys;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try {
            compare(PairedArguments.parse(arguments, Map.of("--connections", 0)));
        } catch (IllegalArgumentException bad) {
            PairedArguments.refuse("PairedServers: " + bad.getMessage(), USAGE);
        }
    }

    private static void compare(PairedArguments given) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>(given.names());
        if (names.size() < 3) {
            throw new IllegalArgumentException("a work and two arms are needed");
        }
        Work work = Work.of(names.removeFirst());
        PairedRounds.Size size = given.size();
        int users = given.number("--connections") > 0 ? given.number("--connections") : work.connections();
        PairedServers servers = new PairedServers(work, users, BenchKeys.create());
        new PairedRounds(names, size, servers::start)
                .run(work.title() + ", " + users + " connections, closed loop", work.unit());
    }

    private PairedRounds.LoadedServer start(String name) throws IOException {
        ServerProcess server = server(name);
        try {
            return new PairedRounds.LoadedServer(server, client(work, server.port(), connections, keys));
        } catch (IOException | GeneralSecurityException failure) {
            server.close();
            throw new IOException(name + ": " + failure.getMessage(), failure);
        }
    }

    private ServerProcess server(String arm) throws IOException {
        int at = arm.indexOf('@');
        String name = at < 0 ? arm : arm.substring(0, at);
        String modules = at < 0 ? System.getProperty("jdk.module.path") : arm.substring(at + 1);
        return switch (name) {
            case "ref-vertx" -> ServerProcess.java(arm, external(modules, "VertxHello"));
            case "ref-helidon" -> ServerProcess.java(arm, external(modules, "HelidonHello"));
            case "ref-netty-nio", "ref-netty-epoll", "ref-netty-uring" ->
                ServerProcess.start(
                        arm,
                        modules,
                        List.of(
                                ServerProcess.BENCH + "servers.NettyServer",
                                work.title(),
                                name.substring("ref-netty-".length()),
                                keys.toString()));
            default ->
                ServerProcess.start(
                        arm,
                        modules,
                        List.of(ServerProcess.BENCH + "servers.EngineServer", work.title(), name, keys.toString()));
        };
    }

    private List<String> external(String app, String program) throws IOException {
        if (work != Work.HTTP) {
            throw new IOException(program + " only does the work http");
        }
        return List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                app + "/servers/*:" + app + "/*",
                "bench/external/" + program + ".java");
    }

    /**
     * Returns a client for a server that does this work.
     *
     * @param keys those of the server
     */
    static RoundClient client(Work work, int port, int connections, Path keys)
            throws IOException, GeneralSecurityException {
        SSLContext context = BenchKeys.context(keys);
        return switch (work) {
            case HTTP, LINES, LINES_OF_BYTES, DOWNLOAD ->
                new PingClient(
                        port, connections, work.request(), AnswerLength.of(work, SocketFactory.getDefault(), port));
            case BROADCAST -> new BroadcastClient(port, connections, work.request());
            case TLS_ECHO, TLS_DOWNLOAD ->
                new TlsClients(
                        context,
                        port,
                        connections,
                        work.request(),
                        AnswerLength.of(work, context.getSocketFactory(), port));
            case TLS_HANDSHAKE -> new HandshakeClient(context, port, connections, false);
            case TLS_RESUMED -> new HandshakeClient(context, port, connections, true);
        };
    }
}
