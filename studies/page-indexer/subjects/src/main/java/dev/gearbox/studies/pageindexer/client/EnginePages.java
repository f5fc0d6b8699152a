package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.client.HttpFailure;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.http.client.HttpResponse;
import dev.gearbox.http.client.HttpResponseHandler;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.TooLargeException;
import dev.gearbox.tls.TlsClient;
import dev.gearbox.tls.TlsOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Gearbox's own client, over any engine.
 *
 * <pre>
 *   fetch ── pool of the origin ──▶ a connection ──▶ whatever thread the engine has for it: writes, reads, parses, collects, calls back
 * </pre>
 *
 * <p>The engine determines how a page is processed, and work in place blocks that thread. There are as many connections as concurrent fetches; on an
 * engine that serves one connection per thread, as many as it has threads, and further fetches wait for one. The deadline begins when the request is sent.
 * Over https, a connection begins with a TLS handshake, with the trust of the JDK.
 */
public final class EnginePages implements PageClient {
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final HttpHeaders HEADERS = HttpHeaders.of("User-Agent", FetchLimits.USER_AGENT);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final FetchLimits limits;
    private final Engine engine;
    private final HttpClient plain;
    private final HttpClient encrypted;

    private EnginePages(Engine engine, int connections, FetchLimits limits, SSLContext trust) {
        this.limits = limits;
        this.engine = engine;
        HttpClientOptions options = HttpClientOptions.DEFAULT
                .withLimits(HttpLimits.DEFAULT.withBody(limits.bodyBytes()).withTimes(limits.whole(), IDLE))
                .withConnection(Options.DEFAULT.withConnectTimeout(limits.connect()))
                .withConnectionsPerOrigin(connections);
        plain = HttpClient.over(engine, options);
        encrypted = HttpClient.over(
                engine,
                options.withDialer((origin, protocol) ->
                        TlsClient.of(trust, origin.host(), origin.port(), TlsOptions.DEFAULT, protocol)::connect));
    }

    /**
     * Starts the engine and opens a client over it.
     *
     * @throws BadSpecException if there is no such engine, or it opens no connections
     */
    public static EnginePages open(String spec, FetchLimits limits) {
        try {
            return open(spec, limits, SSLContext.getDefault());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has TLS", impossible);
        }
    }

    /** The same with another trust manager. */
    public static EnginePages open(String spec, FetchLimits limits, SSLContext trust) {
        if (!Engines.capabilities(spec).contains(Capability.CLIENT)) {
            throw new BadSpecException(spec + " opens no connections: it can only serve. Take another engine");
        }
        int connections = Engines.capabilities(spec).contains(Capability.UNBOUNDED)
                ? limits.atOnce()
                : Math.min(limits.atOnce(), threads(spec));
        return new EnginePages(Engines.start(spec), connections, limits, trust);
    }

    /** Returns the number of threads of an engine that serves one connection per thread. */
    private static int threads(String text) {
        Spec spec = Spec.parse("engine", text);
        ModelCard card =
                spec.among(Engines.models(), model -> model.card().name()).card();
        boolean elastic = "true".equals(spec.given().get("elastic"));
        return elastic ? Integer.MAX_VALUE : Parameters.of(card, spec.given()).integer("threads");
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        HttpClient client = "https".equals(page.getScheme()) ? encrypted : plain;
        var _ = client.send(
                HttpRequest.of("GET", page, HEADERS, NOTHING), new Collector(page, limits.bodyBytes(), handler));
    }

    @Override
    public void close() {
        plain.close();
        encrypted.close();
        engine.close();
    }

    /** Collects the body in an array, up to the limit. */
    private static final class Collector implements HttpResponseHandler {
        private final URI page;
        private final PageHandler handler;
        private final BoundedBody body;
        private @Nullable HttpResponse response;

        Collector(URI page, int limit, PageHandler handler) {
            this.page = page;
            this.handler = handler;
            body = new BoundedBody(limit);
        }

        @Override
        public void head(HttpResponse head) {
            response = head;
            body.announced(name -> head.headers().first(name).orElse(null));
        }

        @Override
        public void body(ByteBuffer piece) {
            try {
                body.add(piece);
            } catch (TooLargeException impossible) {
                throw new IllegalStateException("the HTTP client has the same limit", impossible);
            }
        }

        @Override
        public void complete() {
            if (response == null) {
                throw new IllegalStateException("a body without headers");
            }
            HttpHeaders headers = response.headers();
            handler.fetched(FetchedPage.of(
                    page, response.status(), name -> headers.first(name).orElse(null), body.toArray()));
        }

        @Override
        public void failed(HttpFailure failure) {
            Kind kind = switch (failure.kind()) {
                case CONNECT -> Kind.CONNECT;
                case RESET -> Kind.RESET;
                case TIMEOUT -> Kind.TIMEOUT;
                case TRUNCATED -> Kind.TRUNCATED;
                case MALFORMED -> Kind.MALFORMED;
                case TOO_LARGE -> Kind.TOO_LARGE;
                case REDIRECT, CANCELLED, HANDLER -> Kind.OTHER;
            };
            handler.failed(new FetchFailure(kind, FetchFailures.text(failure)));
        }
    }
}
