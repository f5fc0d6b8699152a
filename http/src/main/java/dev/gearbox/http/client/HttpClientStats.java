package dev.gearbox.http.client;

import dev.gearbox.http.HttpStats;
import java.util.Map;

/**
 * What an {@link HttpClient} has counted since it was created. A redirect that is followed counts as a response, and what follows as another exchange.
 *
 * @param responses whose head has been received, by class of status
 * @param failures exchanges without a complete response, by kind; kinds that did not occur may be missing
 */
public record HttpClientStats(HttpStats responses, Map<HttpFailure.Kind, Long> failures) {
    public HttpClientStats {
        failures = Map.copyOf(failures);
    }

    /** Returns how many exchanges failed in this way. */
    public long failed(HttpFailure.Kind kind) {
        return failures.getOrDefault(kind, 0L);
    }
}
