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
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Apache HttpClient 5, asynchronous: its I/O reactor, a selector on each of a few threads.
 *
 * <pre>
 *   fetch ── pool ──▶ a connection ──▶ its reactor thread: connects, writes, reads, parses, calls back
 * </pre>
 *
 * <p>Work in a callback blocks all connections of that thread. The pool has as many connections as concurrent fetches, all kept alive. Its own timeouts
 * apply between bytes, so a deadline cancels responses that trickle.
 */
final class ApacheAsyncPages implements PageClient {
    static final ClientModel MODEL = ClientModel.of(
            "apache-async",
            "Apache HttpClient 5, asynchronous: a few reactor threads, each with a selector, read, parse and call back",
            "HttpClient 5.6, CloseableHttpAsyncClient.execute",
            ApacheAsyncPages::new,
            new Parameter.Int("threads", 0, 1000, "0", "reactor threads; 0: as many as processors"));

    private final FetchLimits limits;
    private final CloseableHttpAsyncClient client;
    private final Deadlines deadlines;

    private ApacheAsyncPages(Parameters parameters, FetchLimits limits) {
        this.limits = limits;
        PoolingAsyncClientConnectionManager connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnTotal(limits.atOnce())
                .setMaxConnPerRoute(limits.atOnce())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(limits.connect()))
                        .setSocketTimeout(Timeout.of(limits.whole()))
                        .build())
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build())
                .build();
        IOReactorConfig.Builder reactors = IOReactorConfig.custom().setSoTimeout(Timeout.of(limits.whole()));
        int threads = parameters.integer("threads");
        if (threads > 0) {
            reactors.setIoThreadCount(threads);
        }
        client = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .setIOReactorConfig(reactors.build())
                .setThreadFactory(
                        Thread.ofPlatform().daemon().name("apache-async-", 0).factory())
                .setUserAgent(FetchLimits.USER_AGENT)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
        deadlines = new Deadlines(limits.whole());
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        OneShotHandler once = new OneShotHandler(handler);
        SimpleHttpRequest request = SimpleRequestBuilder.get(page).build();
        CompletableFuture<Future<?>> answer = new CompletableFuture<>();
        Future<?> deadline = deadlines.watch(once, () -> answer.join().cancel(true));
        answer.complete(client.execute(
                SimpleRequestProducer.create(request), new Collector(page, limits.bodyBytes()), new FutureCallback<>() {
                    @Override
                    public void completed(FetchedPage fetched) {
                        deadline.cancel(false);
                        once.fetched(fetched);
                    }

                    @Override
                    public void failed(Exception thrown) {
                        deadline.cancel(false);
                        once.failed(FetchFailures.of(thrown, ApacheFailures::kind));
                    }

                    @Override
                    public void cancelled() {
                        deadline.cancel(false);
                        once.failed(FetchFailures.late(limits.whole()));
                    }
                }));
    }

    @Override
    public void close() {
        deadlines.close();
        client.close(CloseMode.IMMEDIATE);
    }

    /** Collects the body in an array, up to the limit. */
    private static final class Collector extends AbstractBinResponseConsumer<FetchedPage> {
        private final URI page;
        private final BoundedBody body;
        private @Nullable HttpResponse response;

        Collector(URI page, int limit) {
            this.page = page;
            body = new BoundedBody(limit);
        }

        @Override
        protected void start(HttpResponse head, @Nullable ContentType type) {
            response = head;
            body.announced(ApacheFailures.headers(head));
        }

        @Override
        protected int capacityIncrement() {
            return Integer.MAX_VALUE;
        }

        @Override
        protected void data(ByteBuffer more, boolean last) throws TooLargeException {
            body.add(more);
        }

        @Override
        protected FetchedPage buildResult() {
            if (response == null) {
                throw new IllegalStateException("a body without headers");
            }
            return FetchedPage.of(page, response.getCode(), ApacheFailures.headers(response), body.toArray());
        }

        @Override
        public void releaseResources() {
            response = null;
        }
    }
}
