package dev.gearbox.http.client;

import dev.gearbox.http.GrowingBody;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A response with its body in memory.
 *
 * @param status three digits
 * @param headers its fields
 * @param body read-only, on the heap; position and limit belong to the reader
 */
public record FullResponse(int status, HttpHeaders headers, ByteBuffer body) {
    /**
     * Returns a handler that collects the response.
     *
     * @param done receives the response, in the session's callback
     * @param failed receives the failure
     */
    public static HttpResponseHandler collect(Consumer<FullResponse> done, Consumer<HttpFailure> failed) {
        return new Collector(done, failed);
    }

    /**
     * Sends a request and collects the response; bounded by the client's {@link HttpLimits#bodyBytes}.
     *
     * @return completes in the session's callback, or exceptionally with {@link HttpFailure}
     * @throws IllegalArgumentException as {@link HttpClient#send} does
     */
    public static CompletionStage<FullResponse> of(HttpClient client, HttpRequest request) {
        CompletableFuture<FullResponse> response = new CompletableFuture<>();
        client.send(request, collect(response::complete, response::completeExceptionally));
        return response;
    }

    private static final class Collector implements HttpResponseHandler {
        private final Consumer<FullResponse> done;
        private final Consumer<HttpFailure> failed;
        private final GrowingBody body = new GrowingBody();
        private @Nullable HttpResponse response;

        Collector(Consumer<FullResponse> done, Consumer<HttpFailure> failed) {
            this.done = done;
            this.failed = failed;
        }

        @Override
        public void head(HttpResponse head) {
            response = head;
        }

        @Override
        public void body(ByteBuffer piece) {
            if (body.size() == 0) { // the length of a body has been checked, that of a response without one has not
                java.util.Objects.requireNonNull(response)
                        .headers()
                        .first("Content-Length")
                        .ifPresent(length -> body.expect(Long.parseLong(length)));
            }
            body.add(piece);
        }

        @Override
        public void complete() {
            HttpResponse head = java.util.Objects.requireNonNull(response);
            done.accept(new FullResponse(head.status(), head.headers(), body.take()));
        }

        @Override
        public void failed(HttpFailure failure) {
            failed.accept(failure);
        }
    }
}
