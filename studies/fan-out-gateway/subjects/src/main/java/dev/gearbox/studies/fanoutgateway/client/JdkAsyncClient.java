package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's client, for styles that do not block: its own threads read the answers and call back. It has no limit of connections of its own, so calls
 * that find none free wait here in their order.
 */
public final class JdkAsyncClient implements AsyncClient {
    private final HttpClient client = JdkClient.client();
    private final ServiceAddresses services;
    private final Queue<Call> waiting = new ArrayDeque<>();
    private int free;

    private record Call(String target, CompletableFuture<byte[]> answer) {}

    /** Creates a client of the services under that address. */
    public JdkAsyncClient(ServiceAddresses services, Limits limits) {
        this.services = services;
        free = limits.connections();
    }

    @Override
    public CompletableFuture<byte[]> get(String target) {
        Call call = new Call(target, new CompletableFuture<>());
        synchronized (waiting) {
            waiting.add(call);
        }
        beginNext();
        return call.answer;
    }

    private void beginNext() {
        Call call = next();
        if (call != null) {
            begin(call);
        }
    }

    /** Returns a call with a connection for it; null if one of them is missing. */
    private @Nullable Call next() {
        synchronized (waiting) {
            if (free == 0) {
                return null;
            }
            Call call = waiting.poll();
            while (call != null && call.answer.isDone()) { // it was cancelled while it waited
                call = waiting.poll();
            }
            if (call != null) {
                free--;
            }
            return call;
        }
    }

    private void begin(Call call) {
        HttpRequest request = HttpRequest.newBuilder(services.of(call.target)).build();
        CompletableFuture<HttpResponse<byte[]>> sent =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), JdkClient.LARGEST));
        var _ = call.answer.whenComplete((_, _) -> sent.cancel(true)); // does nothing if it is complete
        var _ = sent.whenComplete((response, failure) -> {
            synchronized (waiting) {
                free++;
            }
            complete(call, response, failure);
            beginNext();
        });
    }

    private static void complete(Call call, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
        if (failure != null) {
            call.answer.completeExceptionally(JdkClient.failure(call.target, failure));
            return;
        }
        HttpResponse<byte[]> answered = Objects.requireNonNull(response);
        if (answered.statusCode() == 200) {
            call.answer.complete(answered.body());
        } else {
            call.answer.completeExceptionally(GearboxClient.refused(call.target, answered.statusCode()));
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
