package dev.gearbox.advise.observe;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads a {@link KnownServer}: requests are sent at their intended times, in turn on each connection, whether earlier ones were answered or not. The connections are so
 * many that the one before on the same connection has been answered by then, unless the machine stalls.
 */
final class KnownLoad implements AutoCloseable {
    private final List<Socket> connections = new ArrayList<>();
    private final List<Socket> quiet = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private volatile boolean ended;

    KnownLoad(int port, int busy, int idle) throws IOException {
        for (int i = 0; i < busy; i++) {
            connections.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
        for (int i = 0; i < idle; i++) {
            quiet.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
    }

    /** Sends until it is closed, and reads the answers. */
    KnownLoad begin(double rate) {
        long begun = System.nanoTime();
        threads.add(Thread.ofPlatform().start(() -> {
            byte[] request = new byte[KnownServer.REQUEST];
            for (long i = 0; !ended; i++) {
                long intended = begun + (long) (i * 1e9 / rate);
                for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                try {
                    connections
                            .get((int) (i % connections.size()))
                            .getOutputStream()
                            .write(request);
                } catch (IOException gone) {
                    return; // the server has ended
                }
            }
        }));
        for (Socket each : connections) {
            threads.add(Thread.ofPlatform().start(() -> answers(each)));
        }
        return this;
    }

    private void answers(Socket connection) {
        try {
            InputStream in = connection.getInputStream();
            while (in.readNBytes(KnownServer.ANSWER).length == KnownServer.ANSWER) {
                answered.incrementAndGet();
            }
        } catch (IOException closed) {
            return; // the end
        }
    }

    long answered() {
        return answered.get();
    }

    @Override
    public void close() throws IOException {
        ended = true;
        ended(threads.getFirst());
        for (Socket each : connections) {
            each.shutdownOutput();
        }
        for (Thread each : threads) {
            ended(each);
        }
        for (Socket each : connections) {
            each.close();
        }
        for (Socket each : quiet) {
            each.close();
        }
    }

    private static void ended(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
