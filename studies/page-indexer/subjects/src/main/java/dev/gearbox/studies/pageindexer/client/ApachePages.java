package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.TooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Apache HttpClient 5, classic: blocking, on N threads.
 *
 * <pre>
 *   fetch ── queue ──▶ one of N threads: takes a connection of the pool, writes, reads, parses, calls back
 * </pre>
 *
 * <p>Each page occupies a thread from its request to its last byte, so at most N are in progress; the others wait in the queue. The connection pool is as
 * large as the number of threads, so that no thread waits for a connection. The client's timeouts apply between bytes, so a deadline cancels responses
 * that trickle.
 */
final class ApachePages implements PageClient {
    static final ClientModel MODEL = ClientModel.of(
            "apache",
            "Apache HttpClient 5, classic: each page occupies one of N blocking threads until it is complete",
            "HttpClient 5.6, CloseableHttpClient.execute",
            ApachePages::new,
            new Parameter.Int("threads", 1, 100_000, "64", "threads, and connections in the pool"));

    private static final int PIECE = 16 << 10;

    private final FetchLimits limits;
    private final CloseableHttpClient client;
    private final ExecutorService threads;
    private final Deadlines deadlines;

    private ApachePages(Parameters parameters, FetchLimits limits) {
        this.limits = limits;
        int count = parameters.integer("threads");
        PoolingHttpClientConnectionManager connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(count)
                .setMaxConnPerRoute(count)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(limits.connect()))
                        .setSocketTimeout(Timeout.of(limits.whole()))
                        .build())
                .build();
        client = HttpClients.custom()
                .setConnectionManager(connections)
                .setUserAgent(FetchLimits.USER_AGENT)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        threads = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("apache-", 0).factory());
        deadlines = new Deadlines(limits.whole());
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        OneShotHandler once = new OneShotHandler(handler);
        HttpGet request = new HttpGet(page);
        Future<?> deadline = deadlines.watch(once, request::cancel);
        threads.execute(() -> {
            if (!once.isTold()) {
                run(request, page, once, deadline);
            }
        });
    }

    private void run(HttpGet request, URI page, OneShotHandler once, Future<?> deadline) {
        FetchedPage fetched;
        try {
            fetched = client.execute(request, response -> read(request, page, response));
        } catch (IOException | RuntimeException thrown) {
            deadline.cancel(false);
            once.failed(FetchFailures.of(thrown, ApacheFailures::kind));
            return;
        }
        deadline.cancel(false);
        once.fetched(fetched);
    }

    private FetchedPage read(HttpGet request, URI page, ClassicHttpResponse response) throws IOException {
        BoundedBody body = new BoundedBody(limits.bodyBytes());
        body.announced(ApacheFailures.headers(response));
        HttpEntity entity = response.getEntity();
        if (entity != null) {
            InputStream content = entity.getContent();
            byte[] piece = new byte[PIECE];
            for (int count = content.read(piece); count >= 0; count = content.read(piece)) {
                try {
                    body.add(ByteBuffer.wrap(piece, 0, count));
                } catch (TooLargeException tooLarge) {
                    request.cancel(); // otherwise the rest is read, to reuse the connection
                    throw tooLarge;
                }
            }
        }
        return FetchedPage.of(page, response.getCode(), ApacheFailures.headers(response), body.toArray());
    }

    @Override
    public void close() {
        deadlines.close();
        threads.shutdownNow();
        client.close(CloseMode.IMMEDIATE);
    }
}
