package dev.gearbox.advise.observe;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * A server of a known workload, in a JVM of its own: a thread for each connection reads {@value #REQUEST} bytes, parks for {@value #WAIT_MILLIS} ms, and answers with
 * {@value #ANSWER}. Prints its port, and ends when its standard input does.
 */
final class KnownServer {
    static final int REQUEST = 100;
    static final int ANSWER = 300;
    static final int WAIT_MILLIS = 5;

    private KnownServer() {}

    /**
     * Serves.
     *
     * @param kind of threads: virtual or platform
     */
    public static void main(String[] kind) throws IOException {
        ThreadFactory threads = kind[0].equals("virtual")
                ? Thread.ofVirtual().factory()
                : Thread.ofPlatform().daemon().factory();
        try (ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            System.out.println(listener.getLocalPort());
            Thread.ofPlatform().daemon().start(() -> accept(listener, threads));
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void accept(ServerSocket listener, ThreadFactory threads) {
        try {
            while (true) {
                Socket client = listener.accept();
                threads.newThread(() -> serve(client)).start();
            }
        } catch (IOException closed) {
            return; // the end
        }
    }

    private static void serve(Socket client) {
        byte[] request = new byte[REQUEST];
        byte[] answer = new byte[ANSWER];
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            while (true) {
                int first = in.read(request);
                if (first < 0) {
                    return;
                }
                in.readFully(request, first, REQUEST - first);
                long until = System.nanoTime() + WAIT_MILLIS * 1_000_000L;
                for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(answer);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
