package dev.gearbox.studies.fanoutgateway.tomcat;

import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.server.Gateway;
import dev.gearbox.studies.fanoutgateway.server.Server;
import dev.gearbox.studies.fanoutgateway.server.ServerFactory;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Embedded Tomcat with its NIO connector and one asynchronous servlet. A thread of Tomcat's pool reads the request, hands it to the gateway and is free
 * again; the thread that has the reply writes it, and Tomcat's pool completes the exchange.
 *
 * <pre>
 *   acceptor, poller      |- accepts, waits for bytes -|
 *   Tomcat's pool                                      |- parses, service() -|                        |- completes -|
 *   the style's thread                                                          |- joins -|- writes -|
 * </pre>
 *
 * Design: the asynchronous servlets of Servlet 3.0 (2009); embedded as Spring Boot does it, and stopped in the same order. What limits it: 200 threads, none
 * held by a request that waits, and 8,192 connections, one for each. Its defaults stay, except that a connection is not closed after 100 requests, and
 * that the gateway's deadline replaces that of the servlet container. A style that blocks has threads of the gateway's; a synchronous servlet would block
 * Tomcat's instead.
 *
 * <p>A client that goes away is noticed when its answer is written: Tomcat does not read from a connection while an asynchronous servlet has its request.
 * So the work for it goes on to its end or its deadline.
 */
public final class TomcatServer implements Server {
    /** The default of the connector, which Spring Boot has too. */
    private static final int THREADS = 200;

    /**
     * It would tell of each start, and warn at its stop of threads that requests have started, which are the gateway's. A strong reference: the JDK's
     * logging drops the level of a logger that is garbage-collected.
     */
    private static final Logger LOGGER = Logger.getLogger("org.apache");

    private final Gateway gateway;
    private final Path folder;
    private final Tomcat tomcat = new Tomcat();
    private final Http11NioProtocol protocol = new Http11NioProtocol();
    private final Connector connector = new Connector(protocol);

    /**
     * Starts a server on the loopback interface.
     *
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound
     */
    public TomcatServer(int port, Gateway gateway) throws IOException {
        this.gateway = gateway;
        LOGGER.setLevel(Level.SEVERE);
        folder = Files.createTempDirectory("gearbox-tomcat"); // Tomcat insists on a folder for the files of a context
        protocol.setAddress(InetAddress.getLoopbackAddress());
        protocol.setMaxThreads(THREADS);
        protocol.setMaxKeepAliveRequests(-1);
        protocol.setKeepAliveTimeout(Math.toIntExact(IDLE.toMillis()));
        // Until its first request a connection has this time-out instead; of a hundred some have to wait longer than
        // its minute.
        protocol.setConnectionTimeout(Math.toIntExact(IDLE.toMillis()));
        connector.setPort(port);
        connector.setThrowOnFailure(true);
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        // Nothing is redeployed, so no leak of a former deployment is looked for, as in Spring Boot.
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
        Wrapper servlet = Tomcat.addServlet(context, "gateway", new GatewayServlet(gateway));
        servlet.setAsyncSupported(true);
        servlet.addMapping("/*");
        try {
            tomcat.start();
        } catch (LifecycleException refused) {
            end();
            throw ServerFactory.refused(port, refused);
        }
    }

    /** Hands each request to the gateway, whatever its method and path. */
    private static final class GatewayServlet extends HttpServlet {
        private static final long serialVersionUID = 1;

        private final transient Gateway gateway;

        GatewayServlet(Gateway gateway) {
            this.gateway = gateway;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext exchange = request.startAsync();
            exchange.setTimeout(0); // none: the gateway has one
            var _ = gateway.answer(request.getMethod(), target(request), reply -> respond(exchange, reply));
        }

        private static String target(HttpServletRequest request) {
            String query = request.getQueryString();
            return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
        }
    }

    private static void respond(AsyncContext exchange, Reply reply) {
        HttpServletResponse response = (HttpServletResponse) exchange.getResponse();
        try {
            response.setStatus(reply.status());
            reply.headers().forEach(response::setHeader);
            response.setContentLength(reply.body().remaining());
            response.getOutputStream().write(reply.body());
            response.flushBuffer(); // the answer is sent when the request leaves the gateway, for which close() waits
        } catch (IOException gone) {
            return; // the client is; Tomcat ends the exchange by itself
        }
        exchange.complete();
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public Map<String, Integer> pools() {
        return Map.of("threads", protocol.getMaxThreads(), "connections", protocol.getMaxConnections());
    }

    @Override
    public void close() {
        connector.pause();
        protocol.closeServerSocketGraceful();
        gateway.close();
        end();
    }

    private void end() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException defect) {
            throw new IllegalStateException("Tomcat cannot be stopped", defect);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
