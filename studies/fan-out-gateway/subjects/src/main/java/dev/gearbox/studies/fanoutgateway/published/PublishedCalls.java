package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.OverviewComposition;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The call of every published row: it blocks its thread and has no time-out. It is made by the study's blocking client; theirs was one that kept five
 * idle connections to a host, and opened new ones beyond.
 */
public final class PublishedCalls {
    private static final Duration WITHOUT_TIMEOUT = Duration.ofDays(365);

    private final BlockingClient client;

    /**
     * Creates the calls.
     *
     * @throws IllegalArgumentException if they are not the four of the article
     */
    public PublishedCalls(BlockingClient client, Composition composition) {
        requireFour(composition);
        this.client = client;
    }

    /** Refuses other calls than the four of the article. */
    static void requireFour(Composition composition) {
        if (!composition.equals(OverviewComposition.STANDARD)) {
            throw new IllegalArgumentException("a published row makes the four calls of the article, and no others");
        }
    }

    /**
     * Calls a service and waits for its whole answer, forever if there is none.
     *
     * @throws GatewayFailure if the call failed
     */
    public byte[] get(String service) throws GatewayFailure, InterruptedException {
        return client.get(service, ReplyDeadline.in(WITHOUT_TIMEOUT));
    }

    /** Returns the call as a stage of a future. */
    Supplier<byte[]> stage(String service) {
        return () -> {
            try {
                return get(service);
            } catch (GatewayFailure failed) {
                throw new CompletionException(failed);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new CompletionException(stopped);
            }
        };
    }
}
