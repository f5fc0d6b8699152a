package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The JDK's client, with a caller that waits. It has no limit of connections of its own, so a semaphore holds the calls back; and its time-out ends
 * with the head of an answer, so the wait for the body is bounded here.
 */
public final class JdkClient implements BlockingClient {
    /** Above this an answer is an error: the largest that the services give is 1 MiB. */
    static final int LARGEST = 8 << 20;

    private final HttpClient client = client();
    private final ServiceAddresses services;
    private final Semaphore connections;

    /** Creates a client of the services under that address. */
    public JdkClient(ServiceAddresses services, Limits limits) {
        this.services = services;
        connections = new Semaphore(limits.connections());
    }

    static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    /** The failure of a call that had no complete answer. */
    static GatewayFailure failure(String target, Throwable thrown) {
        Throwable cause = thrown instanceof ExecutionException || thrown instanceof CompletionException
                ? thrown.getCause()
                : thrown;
        return cause instanceof IOException
                ? GatewayFailure.badGateway("the service " + target + " failed", cause)
                : GatewayFailure.of(thrown);
    }

    @Override
    public byte[] get(String target, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        if (!connections.tryAcquire(deadline.remaining(), TimeUnit.NANOSECONDS)) {
            throw GatewayFailure.timeout();
        }
        try {
            return call(target, deadline);
        } finally {
            connections.release();
        }
    }

    private byte[] call(String target, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(services.of(target)).build();
        CompletableFuture<HttpResponse<byte[]>> call =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST));
        try {
            HttpResponse<byte[]> response = call.get(deadline.remaining(), TimeUnit.NANOSECONDS);
            if (response.statusCode() != 200) {
                throw GearboxClient.refused(target, response.statusCode());
            }
            return response.body();
        } catch (TimeoutException late) {
            throw GatewayFailure.timeout();
        } catch (ExecutionException failed) {
            throw failure(target, failed);
        } finally {
            call.cancel(true); // does nothing if it is complete
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
