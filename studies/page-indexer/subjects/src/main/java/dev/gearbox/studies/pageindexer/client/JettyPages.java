package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.TooLargeException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's client: selectors that produce tasks, and a pool whose threads select, read and call back in turn.
 *
 * <pre>
 *   fetch ── destination's pool ──▶ a connection
 *   a thread selects and runs the ready tasks itself while another thread takes over the selector ("eat what you kill")
 * </pre>
 *
 * <p>So a page is parsed on the thread that selected it, and work in a callback does not block others as long as the pool has a thread to take over. The
 * connections of a destination (64 by default) and its queue are raised to the number of concurrent fetches. Its timeout is a deadline for the whole
 * exchange.
 */
final class JettyPages implements PageClient {
    static final ClientModel MODEL = ClientModel.of(
            "jetty",
            "Jetty's client: the thread that selects also reads, parses and calls back, and another takes over the selector",
            "Jetty 12.1, Request.send",
            JettyPages::new,
            new Parameter.Int("threads", 8, 10_000, "200", "maximum number of threads in the pool"),
            new Parameter.Int("selectors", 1, 100, "1", "selectors"));

    private final FetchLimits limits;
    private final HttpClient client;

    private JettyPages(Parameters parameters, FetchLimits limits) {
        this.limits = limits;
        QueuedThreadPool threads = new QueuedThreadPool(parameters.integer("threads"));
        threads.setName("jetty");
        threads.setDaemon(true);
        client = new HttpClient(new HttpClientTransportOverHTTP(parameters.integer("selectors")));
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(limits.atOnce());
        client.setMaxRequestsQueuedPerDestination(
                Math.max(limits.atOnce(), client.getMaxRequestsQueuedPerDestination()));
        client.setConnectTimeout(limits.connect().toMillis());
        client.setFollowRedirects(false);
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, FetchLimits.USER_AGENT));
        try {
            client.start();
        } catch (Exception thrown) {
            throw new IllegalStateException("Jetty's client does not start", thrown);
        }
        // Handlers for redirects, authentication and decompression: the crawler's task, or not supported.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        client.newRequest(page)
                .timeout(limits.whole().toMillis(), TimeUnit.MILLISECONDS)
                .send(new Collector(page, new BoundedBody(limits.bodyBytes()), handler));
    }

    private static @Nullable Kind kind(Throwable thrown) {
        return switch (thrown) {
            case HttpException _ -> Kind.MALFORMED;
            case HttpResponseException _ -> Kind.MALFORMED;
            default -> null;
        };
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception thrown) {
            throw new IllegalStateException("Jetty's client does not stop", thrown);
        }
    }

    /** Collects the body in an array, up to the limit. */
    private record Collector(URI page, BoundedBody body, PageHandler handler) implements Response.Listener {
        @Override
        public void onHeaders(Response response) {
            body.announced(response.getHeaders()::get);
        }

        @Override
        public void onContent(Response response, ByteBuffer more) {
            try {
                body.add(more);
            } catch (TooLargeException tooLarge) {
                var _ = response.abort(tooLarge);
            }
        }

        @Override
        public void onComplete(Result result) {
            if (result.isFailed()) {
                handler.failed(FetchFailures.of(result.getFailure(), JettyPages::kind));
                return;
            }
            Response response = result.getResponse();
            handler.fetched(FetchedPage.of(page, response.getStatus(), response.getHeaders()::get, body.toArray()));
        }
    }
}
