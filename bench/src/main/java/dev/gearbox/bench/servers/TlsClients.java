package dev.gearbox.bench.servers;

import dev.gearbox.bench.PingClient;
import dev.gearbox.bench.RoundClient;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.tls.TlsClient;
import dev.gearbox.tls.TlsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** As {@link PingClient}, over TLS: one event loop of this library, on which everything runs but {@link #run}. */
final class TlsClients implements RoundClient {
    private final Engine engine = Engines.start("selector");
    private final List<Asking> asking = new ArrayList<>();
    private final byte[] request;
    private final long answerLength;
    private LoadRound round = LoadRound.none();

    TlsClients(SSLContext context, int port, int connections, byte[] request, long answerLength) throws IOException {
        this.request = request;
        this.answerLength = answerLength;
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        TlsClient client = TlsClient.of(context, "localhost", port, TlsOptions.DEFAULT, connection -> {
            Asking one = new Asking(connection);
            asking.add(one);
            return one;
        });
        List<CompletionStage<Connection>> connecting = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            connecting.add(client.connect(engine, address, Options.DEFAULT));
        }
        for (CompletionStage<Connection> one : connecting) {
            var _ = LoadRound.await(one);
        }
    }

    private final class Asking implements Session {
        private final Connection connection;
        private long missing;

        Asking(Connection connection) {
            this.connection = connection;
        }

        void ask() {
            missing = answerLength;
            connection.write(ByteBuffer.wrap(request));
        }

        @Override
        public void received(ByteBuffer in) {
            missing -= in.remaining();
            in.position(in.limit());
            if (missing == 0 && round.completed()) {
                ask();
            }
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            round.fail(cause);
        }
    }

    @Override
    public long run(long nanos) throws IOException {
        LoadRound next = new LoadRound(nanos, asking.size());
        for (Asking one : asking) {
            one.connection.execute(() -> {
                round = next;
                one.ask();
            });
        }
        return next.await();
    }

    @Override
    public void close() {
        engine.close();
    }
}
