package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.TooLargeException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * java.net.http.HttpClient, asynchronously.
 *
 * <pre>
 *   fetch ── sendAsync ──▶ one selector thread: reads what is ready, hands it over
 *                               └──▶ a thread of the executor: parses, collects the body, calls back
 * </pre>
 *
 * <p>A page passes through at least two threads. Connections are kept alive in an unbounded pool, one for each concurrent exchange. The executor is the
 * client's own cached pool, unless {@code executor=virtual}. The request's own timeout ends with the headers, so a separate deadline cancels the exchange.
 * The client retries an exchange on a kept-alive connection that the server has closed; only a system property of the whole JVM could prevent that.
 */
final class JdkPages implements PageClient {
    static final ClientModel MODEL = ClientModel.of(
            "jdk",
            "java.net.http.HttpClient: one selector thread reads, threads of an executor parse and call back",
            "JDK 25, sendAsync",
            JdkPages::new,
            new Parameter.Choice(
                    "executor",
                    List.of("own", "virtual"),
                    "own",
                    "which threads parse: its cached pool, or virtual ones"));

    private final FetchLimits limits;
    private final HttpClient client;
    private final Deadlines deadlines;

    private JdkPages(Parameters parameters, FetchLimits limits) {
        this.limits = limits;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limits.connect());
        if (parameters.word("executor").equals("virtual")) {
            builder.executor(Executors.newVirtualThreadPerTaskExecutor());
        }
        client = builder.build();
        deadlines = new Deadlines(limits.whole());
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        OneShotHandler once = new OneShotHandler(handler);
        HttpRequest request = HttpRequest.newBuilder(page)
                .header("User-Agent", FetchLimits.USER_AGENT)
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, head -> new Collector(limits.bodyBytes(), head.headers()));
        Future<?> deadline = deadlines.watch(once, () -> answer.cancel(true));
        var _ = answer.whenComplete((response, thrown) -> {
            deadline.cancel(false);
            if (thrown != null) {
                once.failed(FetchFailures.of(thrown));
            } else {
                once.fetched(FetchedPage.of(
                        page,
                        response.statusCode(),
                        name -> response.headers().firstValue(name).orElse(null),
                        response.body()));
            }
        });
    }

    @Override
    public void close() {
        deadlines.close();
        client.shutdownNow();
    }

    /** Collects the body in an array, up to the limit. */
    private static final class Collector implements BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private final BoundedBody body;
        private Flow.@Nullable Subscription subscription;

        Collector(int limit, HttpHeaders headers) {
            body = new BoundedBody(limit);
            body.announced(name -> headers.firstValue(name).orElse(null));
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            try {
                for (ByteBuffer buffer : buffers) {
                    body.add(buffer);
                }
            } catch (TooLargeException tooLarge) {
                if (subscription != null) {
                    subscription.cancel();
                }
                whole.completeExceptionally(tooLarge);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            whole.completeExceptionally(thrown);
        }

        @Override
        public void onComplete() {
            whole.complete(body.toArray());
        }
    }
}
