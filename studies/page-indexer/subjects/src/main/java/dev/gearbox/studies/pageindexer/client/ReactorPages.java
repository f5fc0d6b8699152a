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
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.PrematureCloseException;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Reactor Netty: Netty's event loops behind a pool and a publisher.
 *
 * <pre>
 *   fetch ── pool ──▶ a channel ──▶ its event loop: connects, writes, reads, parses, collects, calls back
 * </pre>
 *
 * <p>Work in a callback blocks all channels of that loop. Reactor uses Netty's epoll transport if it is on the module path, otherwise NIO. The pool holds
 * as many connections as concurrent fetches (its default is 500), and its queue is unbounded.
 */
final class ReactorPages implements PageClient {
    static final ClientModel MODEL = ClientModel.of(
            "reactor-netty",
            "Reactor Netty: Netty's event loops read, parse and call back, behind a pool of connections",
            "Reactor Netty 1.3, HttpClient.response",
            ReactorPages::new,
            new Parameter.Int(
                    "threads", 0, 1000, "0", "event loops; 0: its own default, four or as many as processors"));

    private final FetchLimits limits;
    private final ConnectionProvider connections;
    private final LoopResources loops;
    private final HttpClient client;

    private ReactorPages(Parameters parameters, FetchLimits limits) {
        this.limits = limits;
        connections = ConnectionProvider.builder("pages")
                .maxConnections(limits.atOnce())
                .pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(limits.whole())
                .build();
        int threads = parameters.integer("threads");
        loops = LoopResources.create(
                "reactor-netty", threads > 0 ? threads : LoopResources.DEFAULT_IO_WORKER_COUNT, true);
        client = HttpClient.create(connections)
                // Its own resolver would bypass that of the JDK, and with it the guard.
                .resolver(DefaultAddressResolverGroup.INSTANCE)
                .runOn(loops)
                .protocol(HttpProtocol.HTTP11)
                .disableRetry(true)
                .followRedirect(false)
                .compress(false)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(limits.connect().toMillis()))
                .headers(headers -> headers.set(HttpHeaderNames.USER_AGENT, FetchLimits.USER_AGENT));
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        client.get()
                .uri(page)
                .response((response, content) -> content.reduceWith(
                                () -> {
                                    BoundedBody body = new BoundedBody(limits.bodyBytes());
                                    body.announced(response.responseHeaders()::get);
                                    return body;
                                },
                                (body, more) -> {
                                    try {
                                        body.add(more.nioBuffer());
                                        return body;
                                    } catch (TooLargeException tooLarge) {
                                        throw Exceptions.propagate(tooLarge);
                                    }
                                })
                        .map(body -> FetchedPage.of(
                                page, response.status().code(), response.responseHeaders()::get, body.toArray())))
                .single()
                .timeout(limits.whole())
                .subscribe(handler::fetched, thrown -> handler.failed(FetchFailures.of(thrown, ReactorPages::kind)));
    }

    private static @Nullable Kind kind(Throwable thrown) {
        return switch (thrown) {
            case PrematureCloseException _ -> Kind.TRUNCATED;
            case TooLongFrameException _ -> Kind.TOO_LARGE;
            case DecoderException _ -> Kind.MALFORMED;
            case IllegalArgumentException _ -> Kind.MALFORMED; // how Netty's decoder reports an invalid version
            default -> null;
        };
    }

    @Override
    public void close() {
        connections.disposeLater().block(Duration.ofSeconds(10));
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(10)).block(Duration.ofSeconds(20));
    }
}
