package dev.gearbox.http.client;

import dev.gearbox.core.Cancellable;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client that follows redirects or limits the whole time: one exchange after another, until a response is no redirect. What is between is read
 * and dropped, so that its connection can be used again. It is the handler of each exchange; only one is under way at a time.
 */
final class ClientCall implements HttpResponseHandler, Cancellable {
    /** Of the body of a redirect. */
    private static final int MOST_DROPPED = 64 << 10;

    private final HttpClient client;
    private final HttpClientOptions options;
    private final HttpResponseHandler handler;
    /** Completes with true when the time is over, and with false when the call is. */
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();

    // Accessed in callbacks of one exchange after the other.
    private HttpRequest request;
    private int followed;
    /** The next request, while the response that redirects to it is being read. */
    private @Nullable HttpRequest next;

    private @Nullable ResponseFlow flow;
    private int dropped;

    /** The exchange under way, and why there is to be none any more. Guarded by this. */
    private @Nullable ClientExchange exchange;

    private HttpFailure.@Nullable Kind ended;
    private String why = "";

    ClientCall(HttpClient client, HttpClientOptions options, HttpRequest request, HttpResponseHandler handler) {
        this.client = client;
        this.options = options;
        this.request = request;
        this.handler = handler;
    }

    /** Sends the first request. */
    void begin() {
        if (options.timeouts().whole().isPositive()) {
            // Completing the future also drops its timer.
            var _ = over.completeOnTimeout(true, options.timeouts().whole().toNanos(), TimeUnit.NANOSECONDS)
                    .thenAccept(this::timeIsOver);
        }
        try {
            proceed(request);
        } catch (IllegalArgumentException notSupported) {
            over.complete(false);
            throw notSupported;
        }
    }

    private void timeIsOver(boolean late) {
        if (late) {
            end(
                    HttpFailure.Kind.TIMEOUT,
                    "not complete within " + options.timeouts().whole());
        }
    }

    @Override
    public void cancel() {
        end(HttpFailure.Kind.CANCELLED, "cancelled");
    }

    private void proceed(HttpRequest to) {
        ClientExchange sent = new ClientExchange(to, this, client.counters());
        HttpFailure.Kind kind;
        synchronized (this) {
            exchange = sent;
            kind = ended;
        }
        if (kind == null) {
            client.send(sent);
        } else {
            sent.fail(kind, why, null);
        }
    }

    /** Ends the exchange under way, and so the call. From any thread; the first reason counts. */
    private void end(HttpFailure.Kind kind, String message) {
        ClientExchange sent;
        synchronized (this) {
            if (ended != null) {
                return;
            }
            why = message;
            ended = kind;
            sent = exchange;
        }
        if (sent != null) {
            sent.cancel(kind, message);
        }
    }

    @Override
    public void started(ResponseFlow paced) {
        flow = paced;
    }

    @Override
    public void head(HttpResponse response) {
        if (options.redirects() > 0 && Redirect.isFollowed(response, request)) {
            follow(response);
            return;
        }
        if (flow != null) {
            handler.started(flow);
        }
        handler.head(response);
    }

    private void follow(HttpResponse response) {
        String location = response.headers().first("Location").orElse("");
        if (followed++ == options.redirects()) {
            end(HttpFailure.Kind.REDIRECT, "more than " + options.redirects() + " redirects, the last to " + location);
            return;
        }
        try {
            next = Redirect.next(response, request);
        } catch (IllegalArgumentException refused) {
            end(
                    HttpFailure.Kind.REDIRECT,
                    "the redirect to \"" + location + "\" is not followed: " + refused.getMessage());
        }
    }

    @Override
    public void body(ByteBuffer piece) {
        if (next == null) {
            handler.body(piece);
            return;
        }
        dropped += piece.remaining();
        if (dropped > MOST_DROPPED) {
            end(HttpFailure.Kind.REDIRECT, "the body of a redirect has more than " + MOST_DROPPED + " bytes");
        }
    }

    @Override
    public void complete() {
        HttpRequest following = next;
        if (following == null) {
            over.complete(false);
            handler.complete();
            return;
        }
        next = null;
        dropped = 0;
        request = following;
        try {
            proceed(following);
        } catch (IllegalArgumentException notSupported) {
            failed(new HttpFailure(
                    HttpFailure.Kind.REDIRECT, following + ": " + notSupported.getMessage(), notSupported));
        }
    }

    @Override
    public void failed(HttpFailure failure) {
        over.complete(false);
        handler.failed(failure);
    }
}
