package dev.gearbox.bench.servers;

import dev.gearbox.bench.RoundClient;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.tls.TlsClient;
import dev.gearbox.tls.TlsHandshake;
import dev.gearbox.tls.TlsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Clients that connect, send a byte, read its echo and close, again and again. Everything but {@link #run} happens on one event loop. A session is found by the server's name and
 * port, so full handshakes give another port each time, and each client that resumes has one of its own.
 */
final class HandshakeClient implements RoundClient {
    private final Engine engine = Engines.start("selector");
    private final SSLContext context;
    private final InetSocketAddress address;
    private final boolean resumed;
    private final List<Handshaker> clients = new ArrayList<>();
    private int lastPort;
    private volatile LoadRound round = LoadRound.none();

    HandshakeClient(SSLContext context, int port, int clients, boolean resumed) {
        this.context = context;
        this.resumed = resumed;
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        for (int i = 0; i < clients; i++) {
            this.clients.add(new Handshaker());
        }
    }

    private final class Handshaker {
        private TlsClient client = client();
        /** When the session was created that the next handshake resumes; 0 before the first. */
        private long created;

        private TlsClient client() {
            lastPort = lastPort % 65_535 + 1;
            return TlsClient.of(context, "localhost", lastPort, TlsOptions.DEFAULT, this::opened);
        }

        void connect() {
            if (!resumed) {
                client = client();
            }
            var _ = client.connect(engine, address, Options.DEFAULT).whenComplete((_, failure) -> {
                if (failure != null) {
                    round.fail(failure);
                }
            });
        }

        private Session opened(Connection connection, TlsHandshake handshake) {
            long session = handshake.session().getCreationTime();
            if (resumed && created != 0 && session != created) {
                round.fail(new IOException("a session was not resumed"));
            }
            created = session;
            connection.write(ByteBuffer.wrap(new byte[] {'x'}));
            return new Session() {
                @Override
                public void received(ByteBuffer in) {
                    in.position(in.limit());
                    connection.close();
                    if (round.completed()) {
                        connect();
                    }
                }

                @Override
                public void closed(@Nullable Throwable cause) {
                    if (cause != null) {
                        round.fail(cause);
                    }
                }
            };
        }
    }

    @Override
    public long run(long nanos) throws IOException {
        LoadRound next = new LoadRound(nanos, clients.size());
        round = next;
        clients.forEach(Handshaker::connect);
        return next.await();
    }

    @Override
    public void close() {
        engine.close();
    }
}
