package dev.gearbox.studies.fanoutgateway.vertx;

import dev.gearbox.core.Cancellable;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.server.Gateway;
import dev.gearbox.studies.fanoutgateway.server.Server;
import dev.gearbox.studies.fanoutgateway.server.ServerFactory;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Vert.x: a verticle for each processor, each with an event loop of Netty on {@code java.nio}, which share the port. A connection stays on its loop. The
 * gateway answers on a thread of the style, which hands the reply over to the connection's loop.
 *
 * <pre>
 *   event loop           |- parses, handler -|                             |- writes -|
 *   the style's threads                      |- ... -|- joins -|- hands over -|
 * </pre>
 *
 * Design: the reactor pattern, several times over: the "multi-reactor" of Vert.x (2011). What limits it: the event loops, none of which is held by a
 * request that waits. Its defaults stay, except that there are no more loops than verticles; the native transport is not one of them.
 *
 * <p>A client that resets its connection or ends its side is gone, and the work for it stops.
 */
public final class VertxServer implements Server {
    private static final String HOST = "127.0.0.1";

    /** A negative port is a free one that all verticles share; with 0 each would get its own. */
    private static final int SHARED_FREE_PORT = -1;

    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Gateway gateway;
    private final Vertx vertx;
    private final int verticles = Runtime.getRuntime().availableProcessors();
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();

    /**
     * Starts a server on the loopback interface.
     *
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound
     */
    public VertxServer(int port, Gateway gateway) throws IOException {
        this.gateway = gateway;
        vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(verticles)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        int bound = port == 0 ? SHARED_FREE_PORT : port;
        try {
            await(vertx.deployVerticle(() -> new Listening(bound), new DeploymentOptions().setInstances(verticles)));
        } catch (CompletionException refused) {
            await(vertx.close());
            throw ServerFactory.refused(port, refused);
        }
    }

    private final class Listening extends VerticleBase {
        private final int bound;

        Listening(int bound) {
            this.bound = bound;
        }

        @Override
        public Future<HttpServer> start() {
            return vertx.createHttpServer()
                    .requestHandler(VertxServer.this::handle)
                    .listen(bound, HOST)
                    .onSuccess(servers::add);
        }
    }

    private void handle(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        var loop = vertx.getOrCreateContext(); // that of the connection, on whose thread this runs
        Cancellable work = gateway.answer(
                request.method().name(), request.uri(), reply -> loop.runOnContext(_ -> respond(response, reply)));
        response.closeHandler(_ -> work.cancel());
    }

    private static void respond(HttpServerResponse response, Reply reply) {
        if (!response.closed()) {
            response.setStatusCode(reply.status());
            reply.headers().forEach(response::putHeader);
            var _ = response.end(Buffer.buffer(reply.bytes()));
        }
    }

    @Override
    public int port() {
        return servers.getFirst().actualPort();
    }

    @Override
    public Map<String, Integer> pools() {
        return Map.of("eventLoops", verticles);
    }

    /** Waits for requests under way, and a second for clients to take their answers. */
    @Override
    public void close() {
        Duration longest = gateway.deadline().plus(GRACE);
        Future<?> ends = Future.join(
                servers.stream().map(server -> server.shutdown(longest)).toList());
        gateway.close();
        try {
            var _ = ends.toCompletionStage().toCompletableFuture().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            return; // what is left is closed
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException("Vert.x cannot be stopped", failure);
        } finally {
            await(vertx.close());
        }
    }

    private static void await(Future<?> future) {
        var _ = future.toCompletionStage().toCompletableFuture().join();
    }
}
