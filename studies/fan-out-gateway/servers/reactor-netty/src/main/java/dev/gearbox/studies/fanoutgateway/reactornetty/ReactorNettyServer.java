package dev.gearbox.studies.fanoutgateway.reactornetty;

import dev.gearbox.core.Cancellable;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.server.Gateway;
import dev.gearbox.studies.fanoutgateway.server.Server;
import dev.gearbox.studies.fanoutgateway.server.ServerFactory;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * Reactor Netty: event loops of Netty, on {@code epoll} where that is there. The handler returns a {@link Mono} of the reply; the thread of the style that
 * completes it also passes the answer to the connection's loop, which writes it.
 *
 * <pre>
 *   event loop           |- parses, subscribes -|                        |- writes -|
 *   the style's threads                         |- ... -|- joins, emits -|
 * </pre>
 *
 * Design: a back-pressured stream over Netty's channels (2015), the server of Spring WebFlux. What limits it: the event loops, as many as processors and
 * at least four, none of which is held by a request that waits. Its defaults stay, except that the loops are the server's own, so that they end with it.
 *
 * <p>A client that resets its connection or ends its side is gone: the server cancels the {@link Mono}, and the work for it stops.
 */
public final class ReactorNettyServer implements Server {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Gateway gateway;
    private final LoopResources loops = LoopResources.create("reactor-netty");
    private final DisposableServer server;

    /**
     * Starts a server on the loopback interface.
     *
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound
     */
    public ReactorNettyServer(int port, Gateway gateway) throws IOException {
        this.gateway = gateway;
        try {
            server = HttpServer.create()
                    .host("127.0.0.1")
                    .port(port)
                    .runOn(loops)
                    .channelGroup(new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE))
                    .handle(this::handle)
                    .bindNow();
        } catch (RuntimeException refused) {
            endLoops();
            throw ServerFactory.refused(port, refused);
        }
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        return Mono.<Reply>create(sink -> {
                    Cancellable work = gateway.answer(request.method().name(), request.uri(), sink::success);
                    sink.onCancel(work::cancel);
                })
                .flatMap(reply -> respond(response, reply));
    }

    private static Mono<Void> respond(HttpServerResponse response, Reply reply) {
        response.status(reply.status());
        reply.headers().forEach(response::header);
        return response.sendByteArray(Mono.just(reply.bytes())).then();
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public Map<String, Integer> pools() {
        return Map.of("eventLoops", LoopResources.DEFAULT_IO_WORKER_COUNT);
    }

    /** Waits for requests under way, and a second for clients to take their answers. */
    @Override
    public void close() {
        Duration longest = gateway.deadline().plus(GRACE);
        Thread stopping = Thread.ofVirtual().start(() -> server.disposeNow(longest));
        gateway.close();
        try {
            var _ = stopping.join(GRACE);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("Reactor Netty cannot be stopped", interrupted);
        } finally {
            endLoops();
        }
    }

    private void endLoops() {
        loops.disposeLater(Duration.ZERO, GRACE).block();
    }
}
