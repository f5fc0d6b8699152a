package dev.gearbox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;

/** A site of a few pages on this machine, over HTTP/1.1. In a page {@code {site}} is the site's own address. */
public final class TinySite implements AutoCloseable {
    private final ServerSocket server;
    private final Map<String, String> pages;

    /** @param pages by their paths */
    public TinySite(Map<String, String> pages) throws IOException {
        this.pages = Map.copyOf(pages);
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    /** The address of a path. */
    public String at(String path) {
        return "http://127.0.0.1:" + server.getLocalPort() + path;
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (SocketException expected) {
            return; // closed at the end of the test
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            String path = in.readLine().split(" ", 3)[1];
            while (!in.readLine().isEmpty()) {
                // the other header fields do not matter here
            }
            String page = pages.get(path);
            String type = path.endsWith(".html") ? "text/html" : path.endsWith(".xml") ? "text/xml" : "text/plain";
            String head = "HTTP/1.1 " + (page == null ? "404 Not Found" : "200 OK") + "\r\nContent-Type: " + type
                    + "\r\nConnection: close\r\n\r\n";
            String body = page == null ? "" : page.replace("{site}", at(""));
            socket.getOutputStream().write((head + body).getBytes(UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
