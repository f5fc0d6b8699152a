package dev.gearbox.studies.fanoutgateway.style;

import java.util.concurrent.CompletableFuture;

/** A style that returns at once and answers later. */
public non-sealed interface AsyncStyle extends Style {
    /**
     * Begins the overview of a user.
     *
     * @return the JSON, or {@link dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure}. The gateway completes it exceptionally when the request is
     *     no longer wanted or its deadline has passed
     */
    CompletableFuture<byte[]> overview(int user);
}
