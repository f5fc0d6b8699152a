package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A client whose connections are in memory: the test is every server. */
final class MemoryClient implements AutoCloseable {
    final InMemoryEngine engine = new InMemoryEngine();
    final List<InMemoryConnection> connections = new ArrayList<>();
    final List<HttpOrigin> origins = new ArrayList<>();
    final HttpClient client;

    MemoryClient(UnaryOperator<HttpClientOptions> options) {
        HttpDialer dialer = (origin, protocol) -> (_, _, connectionOptions) -> {
            Connection[] opened = new Connection[1];
            origins.add(origin);
            connections.add(engine.open(
                    connection -> {
                        opened[0] = connection;
                        return protocol.open(connection);
                    },
                    connectionOptions));
            return CompletableFuture.completedFuture(opened[0]);
        };
        client =
                HttpClient.over(engine, options.apply(HttpClientOptions.DEFAULT).withDialer(dialer));
    }

    /** A handler that records what it is called with. */
    static class Journal implements HttpResponseHandler {
        final List<String> entries = new ArrayList<>();

        private @Nullable ResponseFlow flow;

        /** Returns the flow of the exchange, which has started. */
        ResponseFlow flow() {
            return Objects.requireNonNull(flow);
        }

        @Nullable
        HttpFailure failure;

        @Override
        public void started(ResponseFlow paced) {
            flow = paced;
        }

        @Override
        public void head(HttpResponse response) {
            entries.add(Integer.toString(response.status()));
        }

        @Override
        public void body(ByteBuffer piece) {
            entries.add(StandardCharsets.ISO_8859_1.decode(piece).toString());
        }

        @Override
        public void complete() {
            entries.add("complete");
        }

        @Override
        public void failed(HttpFailure failed) {
            entries.add(failed.kind().name());
            failure = failed;
        }
    }

    /** The server of the latest connection sends these bytes. */
    void answer(String text) {
        answer(connections.size() - 1, text);
    }

    void answer(int index, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        connections.get(index).feed(bytes, 0, bytes.length);
        step();
    }

    /** Runs what was posted. */
    void step() {
        List.copyOf(connections).forEach(InMemoryConnection::step);
    }

    /** Returns what the server of the latest connection has received. */
    String received() {
        return new String(connections.getLast().output(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        client.close();
        engine.close();
    }
}
