package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.client.HttpFailure;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.http.client.HttpResponse;
import dev.gearbox.http.client.HttpResponseHandler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * A Gearbox client, and so a connection, for each call, on one engine; the bytes of an answer are copied anew for each of its pieces. No call has a time-out.
 * What the literature did, not what one should do: see {@link GearboxClient}.
 */
public final class SeparateClients implements AsyncClient {
    private static final Duration WITHOUT_TIMEOUT = Duration.ofDays(365);
    private static final HttpClientOptions OPTIONS = HttpClientOptions.DEFAULT
            .withKeepAlive(false)
            .withLimits(HttpLimits.DEFAULT.withBody(JdkClient.LARGEST).withTimes(WITHOUT_TIMEOUT, WITHOUT_TIMEOUT));

    private final Engine engine;
    private final ServiceAddresses services;

    /**
     * Creates clients of the services under that address.
     *
     * @param spec the engine
     * @throws dev.gearbox.core.BadSpecException if there is no such engine
     */
    public SeparateClients(String spec, ServiceAddresses services) {
        this.services = services;
        engine = Engines.start(spec);
    }

    @Override
    public CompletableFuture<byte[]> get(String target) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        Cancellable call =
                HttpClient.over(engine, OPTIONS).send(HttpRequest.get(services.of(target)), new Glued(target, answer));
        var _ = answer.whenComplete((_, _) -> {
            if (answer.isCancelled()) {
                call.cancel();
            }
        });
        return answer;
    }

    private static final class Glued implements HttpResponseHandler {
        private final String target;
        private final CompletableFuture<byte[]> answer;
        private byte[] body = {};
        private int status;

        Glued(String target, CompletableFuture<byte[]> answer) {
            this.target = target;
            this.answer = answer;
        }

        @Override
        public void head(HttpResponse response) {
            status = response.status();
        }

        @Override
        public void body(ByteBuffer piece) {
            int before = body.length;
            body = Arrays.copyOf(body, before + piece.remaining());
            piece.get(body, before, body.length - before);
        }

        @Override
        public void complete() {
            if (status == 200) {
                answer.complete(body);
            } else {
                answer.completeExceptionally(GearboxClient.refused(target, status));
            }
        }

        @Override
        public void failed(HttpFailure failure) {
            answer.completeExceptionally(GearboxClient.failure(target, failure));
        }
    }

    /** Ends calls under way with their connections. */
    @Override
    public void close() {
        engine.close();
    }
}
