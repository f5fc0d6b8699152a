package dev.gearbox.studies.fanoutgateway.client;

import java.util.concurrent.CompletableFuture;

/** Calls services without a thread that waits; from any thread, many at once. */
public interface AsyncClient extends AutoCloseable {
    /**
     * Calls a service.
     *
     * @param target its name, which is its path without the slash; and what to ask it for, if an earlier answer decides that
     * @return the whole answer, on a thread of the client, which must not be blocked; or {@link
     *     dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure}. Cancelling it cancels the call
     */
    CompletableFuture<byte[]> get(String target);

    /** Ends calls under way, and its threads. */
    @Override
    void close();
}
