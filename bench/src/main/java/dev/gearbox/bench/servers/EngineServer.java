package dev.gearbox.bench.servers;

import dev.gearbox.bench.ReferenceConsole;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.protocols.broadcast.Broadcast;
import dev.gearbox.protocols.broadcast.SlowMemberPolicy;
import dev.gearbox.protocols.frames.FrameConnection;
import dev.gearbox.protocols.frames.FrameSession;
import dev.gearbox.protocols.frames.Lines;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;

/** The servers of {@link PairedServers} as a user of this library writes them. Arguments: the work, an engine's spec, and the keys of TLS. */
final class EngineServer {
    private static final int PIECE = 64 << 10;
    private static final int LONGEST_LINE = 1024;

    private EngineServer() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException, InterruptedException {
        Work work = Work.of(arguments[0]);
        Engine engine = Engines.start(arguments[1]);
        Protocol plain = plain(work);
        Protocol protocol = work.secure()
                ? TlsServer.of(BenchKeys.context(Path.of(arguments[2])), TlsOptions.DEFAULT, plain)
                : plain;
        Listener listener =
                engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol, Options.DEFAULT);
        ReferenceConsole.ready(arguments[1], ((InetSocketAddress) listener.address()).getPort(), engine.backend());
        // The engine's threads are daemons.
        engine.awaitClosed();
    }

    /** Returns the protocol of the work, without TLS. */
    static Protocol plain(Work work) {
        return switch (work) {
            case HTTP -> hello();
            case LINES -> lines(BenchStore.text());
            case LINES_OF_BYTES -> Lines.of(LONGEST_LINE, connection -> new KeyValue(connection, BenchStore.bytes()));
            case BROADCAST -> broadcast(Broadcast.with(SlowMemberPolicy.DROP));
            case DOWNLOAD, TLS_DOWNLOAD -> HttpServer.of(exchange -> new Download(exchange).begin());
            case TLS_ECHO, TLS_HANDSHAKE, TLS_RESUMED -> (Connection connection) -> connection::write;
        };
    }

    private static Protocol hello() {
        ByteBuffer body = ByteBuffer.wrap(new byte[Work.BODY]);
        HttpHeaders headers = HttpHeaders.of("Content-Type", "text/plain");
        return HttpServer.of(exchange -> exchange.respond(200, headers, body));
    }

    private static Protocol lines(Map<String, String> values) {
        return Lines.of(
                LONGEST_LINE,
                StandardCharsets.UTF_8,
                connection -> line -> connection.send(values.getOrDefault(line.substring("GET ".length()), "NONE")));
    }

    private static Protocol broadcast(Broadcast room) {
        return room.members(Lines.of(LONGEST_LINE, _ -> frame -> {
            ByteBuffer line = ByteBuffer.allocate(frame.remaining() + 1);
            room.send(line.put(frame).put((byte) '\n').flip());
        }));
    }

    /** Answers by the bytes of the key, without a string. */
    private record KeyValue(FrameConnection connection, Map<ByteBuffer, byte[]> values) implements FrameSession {
        @Override
        public void frame(ByteBuffer frame) {
            byte[] value = values.get(frame.position(frame.position() + "GET ".length()));
            frame.position(frame.limit());
            connection.send(ByteBuffer.wrap(value == null ? BenchStore.NONE : value));
        }
    }

    /** Sends a large body as fast as the client reads it. */
    private static final class Download {
        private static final ByteBuffer BYTES = ByteBuffer.allocateDirect(PIECE).asReadOnlyBuffer();

        private final HttpExchange exchange;
        private int left = Work.LARGE_BODY;

        Download(HttpExchange exchange) {
            this.exchange = exchange;
        }

        void begin() {
            exchange.begin(200, HttpHeaders.NONE, left);
            exchange.onWritable(this::proceed);
            proceed();
        }

        private void proceed() {
            boolean more = true;
            while (more && left > 0) {
                int length = Math.min(left, PIECE);
                left -= length;
                more = exchange.write(BYTES.slice(0, length));
            }
            if (left == 0) {
                left = -1;
                exchange.finish();
            }
        }
    }
}
