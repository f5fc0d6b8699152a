package dev.gearbox.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server with a thread for each connection, which sends what the test defines, right or wrong. */
public final class TalkServer implements AutoCloseable {
    /** Handles one connection; the socket is closed afterwards. */
    public interface Talk {
        void on(Socket socket) throws IOException;
    }

    private final ServerSocket server = new ServerSocket(0, 512, InetAddress.ofLiteral("127.0.0.1"));
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    public TalkServer(Talk talk) throws IOException {
        Thread.ofPlatform().name("accept").start(() -> accept(talk));
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept(Talk talk) {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> talk(talk, socket));
            }
        } catch (IOException expected) {
            // The test has closed it.
        }
    }

    private void talk(Talk talk, Socket socket) {
        try (socket) {
            talk.on(socket);
        } catch (IOException expected) {
            // The generator or the test has closed it.
        } finally {
            open.remove(socket);
        }
    }

    /** Closes all connections, and continues to accept. */
    void closeConnections() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            closeConnections();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
