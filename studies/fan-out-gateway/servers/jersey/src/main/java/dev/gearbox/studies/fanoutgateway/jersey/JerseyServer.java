package dev.gearbox.studies.fanoutgateway.jersey;

import dev.gearbox.studies.fanoutgateway.server.Gateway;
import dev.gearbox.studies.fanoutgateway.server.Server;
import dev.gearbox.studies.fanoutgateway.server.ServerFactory;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/**
 * Jersey, the reference implementation of Jakarta REST, on Grizzly. A worker of Grizzly reads the request, Jersey finds the {@link GatewayResource}, which
 * suspends the response, and the worker is free again. The thread that resumes it runs Jersey's filters and writers, and writes.
 *
 * <pre>
 *   selector's thread    |- waits for bytes -|
 *   Grizzly's workers                        |- parses, routes -|
 *   the style's threads                                         |- ... -|- joins -|- resumes: writes -|
 * </pre>
 *
 * Design: the asynchronous responses of JAX-RS 2.0 (2013), which Jersey offers on a container that can suspend: Grizzly can, the JDK's server cannot. What
 * limits it: a pool of workers, none of which is held by a request that waits. Its defaults stay, except that a connection is not closed after 256
 * requests, but when it was idle for an hour.
 *
 * <p>A client that goes away is noticed when its answer is written: Grizzly does not read from a connection whose response is suspended, so that Jersey's
 * {@code ConnectionCallback} comes too late. The work for it goes on to its end or its deadline.
 */
public final class JerseyServer implements Server {
    private static final Duration GRACE = Duration.ofSeconds(1);

    /**
     * It warns of each shutdown, and that a resource that is an object is no provider, which it should not be. A strong reference: the JDK's logging drops
     * the level of a logger that is garbage-collected.
     */
    private static final Logger LOGGER = Logger.getLogger("org.glassfish");

    private final Gateway gateway;
    private final HttpServer server;
    private final NetworkListener listener;

    /**
     * Starts a server on the loopback interface.
     *
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound
     */
    public JerseyServer(int port, Gateway gateway) throws IOException {
        this.gateway = gateway;
        LOGGER.setLevel(Level.SEVERE);
        ResourceConfig resources = new ResourceConfig()
                .register(new GatewayResource(gateway))
                .property(ServerProperties.WADL_FEATURE_DISABLE, true);
        server = GrizzlyHttpServerFactory.createHttpServer(
                URI.create("http://127.0.0.1:" + port + "/"), resources, false);
        listener = server.getListeners().iterator().next();
        listener.getKeepAlive().setMaxRequestsCount(-1);
        listener.getKeepAlive().setIdleTimeoutInSeconds(Math.toIntExact(IDLE.toSeconds()));
        try {
            server.start();
        } catch (IOException refused) {
            server.shutdownNow();
            throw ServerFactory.refused(port, refused);
        }
    }

    @Override
    public int port() {
        return listener.getPort();
    }

    @Override
    public Map<String, Integer> pools() {
        return Map.of(
                "threads",
                listener.getTransport().getWorkerThreadPoolConfig().getMaxPoolSize(),
                "selectors",
                listener.getTransport().getSelectorRunnersCount());
    }

    /** Waits for requests under way, but not for those whose clients are gone: Grizzly counts these forever. */
    @Override
    public void close() {
        Future<HttpServer> end = server.shutdown(gateway.deadline().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        gateway.close();
        try {
            var _ = end.get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException gone) {
            return; // what is left is closed
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException("Grizzly cannot be stopped", failure);
        } finally {
            server.shutdownNow();
        }
    }
}
