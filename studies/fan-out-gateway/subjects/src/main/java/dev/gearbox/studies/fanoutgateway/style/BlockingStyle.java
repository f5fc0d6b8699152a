package dev.gearbox.studies.fanoutgateway.style;

import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;

/** A style that holds the request's thread until the answer is there. */
public non-sealed interface BlockingStyle extends Style {
    /** Which threads requests run on. */
    enum RequestThreads {
        /** A pool of {@link dev.gearbox.studies.fanoutgateway.gateway.Limits#threads} platform threads. */
        POOLED,
        /** A virtual thread for each request. */
        VIRTUAL
    }

    RequestThreads requestThreads();

    /**
     * Returns the overview of a user as JSON, by the deadline.
     *
     * @throws GatewayFailure if there is none
     * @throws InterruptedException if the request is no longer wanted
     */
    byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException;
}
