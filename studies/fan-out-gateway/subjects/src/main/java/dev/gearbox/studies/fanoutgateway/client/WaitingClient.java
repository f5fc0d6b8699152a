package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client that does not block, for styles that do: the caller's thread waits for the answer, which costs a hand-over from the client's thread. */
public final class WaitingClient implements BlockingClient {
    private final AsyncClient client;

    /** Creates a client that closes this one with itself. */
    public WaitingClient(AsyncClient client) {
        this.client = client;
    }

    @Override
    public byte[] get(String target, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        CompletableFuture<byte[]> call = client.get(target);
        try {
            return call.get(deadline.remaining(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw GatewayFailure.timeout();
        } catch (ExecutionException failed) {
            throw GatewayFailure.of(failed);
        } finally {
            call.cancel(true); // does nothing if it is complete
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
