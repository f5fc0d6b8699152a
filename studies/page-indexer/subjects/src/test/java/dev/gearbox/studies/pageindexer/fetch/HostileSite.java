package dev.gearbox.studies.pageindexer.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A web server on loopback whose behavior depends on the path: valid responses in every form of HTTP, or errors. One virtual thread for each connection. */
public final class HostileSite implements AutoCloseable {
    /** Exceeds the tests' limit of a body. */
    static final int HUGE = 4 << 20;

    private static final int KNOT = 200;

    private final ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch knot = new CountDownLatch(KNOT);

    public HostileSite() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    public URI page(String path) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (SocketException expected) {
            return; // closed: the test is over
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            String path = path(in);
            while (path != null && answer(path, socket, out)) {
                path = path(in);
            }
        } catch (IOException | InterruptedException expected) {
            return; // clients may disconnect early
        } finally {
            open.remove(socket);
        }
    }

    /** Returns the path of the next request, after reading its complete header; null if there is none. */
    public static @Nullable String path(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int octet = in.read();
            if (octet < 0) {
                return null;
            }
            head.append((char) octet);
        }
        return head.toString().split(" ", 3)[1];
    }

    /** Returns whether the connection stays open. */
    private boolean answer(String path, Socket socket, OutputStream out) throws IOException, InterruptedException {
        switch (path) {
            case "/chunked" -> {
                send(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
                send(out, "1;name=value\r\n \r\n5\r\nworld\r\n0\r\n\r\n");
            }
            case "/closed" -> {
                send(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello world");
                return false;
            }
            case "/empty" -> send(out, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            case "/missing" -> send(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone");
            case "/busy" -> send(out, "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
            case "/moved" -> send(out, "HTTP/1.1 302 Found\r\nLocation: /ok\r\nContent-Length: 0\r\n\r\n");
            case "/truncated" -> {
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhello");
                return false;
            }
            case "/truncated-chunk" -> {
                send(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nhello");
                return false;
            }
            case "/nothing" -> {
                return false;
            }
            case "/reset" -> {
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhello");
                socket.setSoLinger(true, 0);
                return false;
            }
            case "/reset-at-once" -> {
                socket.setSoLinger(true, 0);
                return false;
            }
            case "/stalled" -> {
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhello");
                closing.await();
                return false;
            }
            case "/silent" -> {
                closing.await();
                return false;
            }
            case "/dripping" -> {
                send(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
                while (!closing.await(20, TimeUnit.MILLISECONDS)) {
                    send(out, ".");
                }
                return false;
            }
            case "/huge" -> {
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: " + HUGE + "\r\n\r\n");
                out.write(new byte[HUGE]);
            }
            case "/endless" -> {
                send(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                while (closing.getCount() > 0) {
                    send(out, "1000\r\n" + "x".repeat(0x1000) + "\r\n");
                }
                return false;
            }
            case "/lying" -> {
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nhello");
                return false;
            }
            case "/garbage" -> {
                send(out, "SSH-2.0-OpenSSH_9.9\r\n\r\n\r\n");
                return false;
            }
            case "/bad-chunk" -> {
                send(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n");
                return false;
            }
            case "/knot" -> {
                knot.countDown();
                knot.await();
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
            default -> {
                String body = "page " + path;
                send(
                        out,
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body);
            }
        }
        return true;
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
