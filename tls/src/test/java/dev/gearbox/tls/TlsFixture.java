package dev.gearbox.tls;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** An engine with our servers, and blocking clients of the JDK. Closing it closes them all. */
final class TlsFixture implements AutoCloseable {
    static final int PATIENCE_MILLIS = 120_000;

    final TestCertificates authority = new TestCertificates("authority");
    final SSLContext server = authority.context(authority.issue("server.test"));
    final SSLContext client = authority.context();
    final Engine engine = Engines.start("selector");
    private final Deque<Closeable> open = new ConcurrentLinkedDeque<>();

    InetSocketAddress listen(Tls tls) throws IOException {
        return (InetSocketAddress)
                engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), tls, Options.DEFAULT)
                        .address();
    }

    /** A plain connection. */
    Socket plain(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        open.push(socket);
        return socket;
    }

    /** Returns a client over {@code wire} that has not begun its handshake and expects this server name. */
    static SSLSocket secure(SSLContext context, Socket wire, String host) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(wire, host, wire.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    SSLSocket secure(InetSocketAddress address) throws IOException {
        return secure(client, plain(address), "server.test");
    }

    /** Returns a client that supports this version only. */
    SSLSocket secure(InetSocketAddress address, String version) throws IOException {
        SSLSocket socket = secure(address);
        socket.setEnabledProtocols(new String[] {version});
        return socket;
    }

    /** Waits until the condition holds. */
    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not happen: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static String receive(Socket socket, int count) throws IOException {
        return new String(socket.getInputStream().readNBytes(count), StandardCharsets.ISO_8859_1);
    }

    static String receiveAll(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        engine.close();
        for (Closeable each; (each = open.poll()) != null; ) {
            each.close();
        }
    }
}
