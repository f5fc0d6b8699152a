package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.client.HttpFailure;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.concurrent.CompletableFuture;

/** Gearbox' own client on an engine of its own, whose event loop calls back. */
public final class GearboxClient implements AsyncClient {
    private final Engine engine;
    private final HttpClient client;
    private final ServiceAddresses services;

    /**
     * Creates a client of the services under that address.
     *
     * @param spec the engine
     * @throws dev.gearbox.core.BadSpecException if there is no such engine
     */
    public GearboxClient(String spec, ServiceAddresses services, Limits limits) {
        this.services = services;
        engine = Engines.start(spec);
        client = HttpClient.over(
                engine,
                HttpClientOptions.DEFAULT
                        .withConnectionsPerOrigin(limits.connections())
                        .withLimits(HttpLimits.DEFAULT
                                .withBody(JdkClient.LARGEST)
                                .withTimes(limits.deadline(), HttpLimits.DEFAULT.idle())));
    }

    @Override
    public CompletableFuture<byte[]> get(String target) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        Cancellable call = client.send(
                HttpRequest.get(services.of(target)),
                FullResponse.collect(
                        response -> complete(answer, target, response),
                        failure -> answer.completeExceptionally(failure(target, failure))));
        var _ = answer.whenComplete((_, _) -> {
            if (answer.isCancelled()) {
                call.cancel();
            }
        });
        return answer;
    }

    private static void complete(CompletableFuture<byte[]> answer, String target, FullResponse response) {
        if (response.status() == 200) {
            byte[] body = new byte[response.body().remaining()];
            response.body().get(body);
            answer.complete(body);
        } else {
            answer.completeExceptionally(refused(target, response.status()));
        }
    }

    /** The failure of a call that was answered with another status than 200. */
    static GatewayFailure refused(String target, int status) {
        return GatewayFailure.badGateway("the service " + target + " answered with status " + status);
    }

    /** The failure of a call that had no complete answer. */
    static GatewayFailure failure(String target, HttpFailure failure) {
        return failure.kind() == HttpFailure.Kind.TIMEOUT
                ? GatewayFailure.timeout()
                : GatewayFailure.badGateway("the service " + target + " failed", failure);
    }

    @Override
    public void close() {
        client.close();
        engine.close();
    }
}
