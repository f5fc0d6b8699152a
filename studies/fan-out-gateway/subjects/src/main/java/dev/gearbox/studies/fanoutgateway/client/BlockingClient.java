package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;

/** Calls services on the caller's thread; from any thread, many at once. */
public interface BlockingClient extends AutoCloseable {
    /**
     * Calls a service and waits for its whole answer.
     *
     * @param target its name, which is its path without the slash; and what to ask it for, if an earlier answer decides that
     * @throws GatewayFailure 502 if it failed, 504 if there is no answer by the deadline
     * @throws InterruptedException if the thread was interrupted: the call has then been cancelled
     */
    byte[] get(String target, ReplyDeadline deadline) throws GatewayFailure, InterruptedException;

    /** Ends calls under way, and its threads. */
    @Override
    void close();
}
