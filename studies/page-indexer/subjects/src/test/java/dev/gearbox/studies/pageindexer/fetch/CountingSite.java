package dev.gearbox.studies.pageindexer.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A web site on loopback that counts requests: each path has a sequence of responses, of which the last is repeated; a path without responses is not found. */
public final class CountingSite implements AutoCloseable {
    /** A response; a status below 100 closes the connection without one. */
    @SuppressWarnings("ArrayRecordComponent") // responses are not compared
    public record Answer(int status, String headers, byte[] body) {
        public static Answer page(String title, String text) {
            String html = "<!doctype html><title>" + title + "</title><body><p>" + text + "</p></body>";
            return new Answer(200, "Content-Type: text/html; charset=utf-8\r\n", html.getBytes(UTF_8));
        }

        public static Answer text(String text) {
            return new Answer(200, "Content-Type: text/plain\r\n", text.getBytes(UTF_8));
        }

        public static Answer status(int status) {
            return new Answer(status, "", new byte[0]);
        }

        public static Answer moved(String location) {
            return new Answer(302, "Location: " + location + "\r\n", new byte[0]);
        }
    }

    private final ServerSocket server;
    private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger mostActive = new AtomicInteger();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile long pauseMillis;

    public CountingSite() throws IOException {
        this(InetAddress.getLoopbackAddress());
    }

    public CountingSite(InetAddress address) throws IOException {
        server = new ServerSocket(0, 1000, address);
        Thread.ofVirtual().start(this::accept);
    }

    public CountingSite with(String path, Answer... inTurn) {
        answers.put(path, new ArrayDeque<>(List.of(inTurn)));
        return this;
    }

    /** Delays each response, so that other requests arrive meanwhile. */
    public CountingSite slow(long millis) {
        pauseMillis = millis;
        return this;
    }

    /** Holds the responses to that path until they are released. */
    public void hold(String path) {
        held.add(path);
    }

    public void release() {
        released.countDown();
    }

    public URI page(String path) {
        return page(server.getInetAddress().getHostAddress(), path);
    }

    /** Returns the same under a name of that address. */
    public URI page(String host, String path) {
        return URI.create("http://" + host + ":" + server.getLocalPort() + path);
    }

    /** Returns the number of requests for that path. */
    public int count(String path) {
        AtomicInteger count = counts.get(path);
        return count == null ? 0 : count.get();
    }

    public int requests() {
        return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    /** Returns the maximum number of concurrent requests. */
    public int mostActive() {
        return mostActive.get();
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
            for (String path = HostileSite.path(in); path != null; path = HostileSite.path(in)) {
                counts.computeIfAbsent(path, _ -> new AtomicInteger()).incrementAndGet();
                mostActive.accumulateAndGet(active.incrementAndGet(), Math::max);
                Thread.sleep(pauseMillis);
                if (held.contains(path)) {
                    released.await();
                }
                Answer answer = next(path);
                active.decrementAndGet();
                if (answer.status() < 100) {
                    return;
                }
                String head = "HTTP/1.1 " + answer.status() + " Status\r\n" + answer.headers() + "Content-Length: "
                        + answer.body().length + "\r\n\r\n";
                out.write(head.getBytes(ISO_8859_1));
                out.write(answer.body());
                out.flush();
            }
        } catch (IOException | InterruptedException expected) {
            return; // clients may disconnect early
        } finally {
            open.remove(socket);
        }
    }

    private Answer next(String path) {
        Deque<Answer> inTurn = answers.get(path);
        if (inTurn == null) {
            return Answer.status(404);
        }
        synchronized (inTurn) {
            return inTurn.size() > 1 ? inTurn.remove() : inTurn.element();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
