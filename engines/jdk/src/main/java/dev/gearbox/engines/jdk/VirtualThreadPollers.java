package dev.gearbox.engines.jdk;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens the JVM's pollers for sockets of virtual threads. The JVM opens them when a virtual thread first waits for a socket; if it has no descriptor then,
 * every later wait fails too, and with it the connection. So the first wait happens here, when an engine starts.
 */
final class VirtualThreadPollers {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private static final long LOOK_AGAIN = TimeUnit.MICROSECONDS.toNanos(10);

    /** Opens them once, in its static initialiser. */
    private static final class Pollers {
        static {
            open();
        }

        private Pollers() {}

        static void touch() {}
    }

    private VirtualThreadPollers() {}

    /** Waits until virtual threads can wait for sockets without another descriptor, or returns because no descriptor is left for that. From any thread. */
    static void makeReady() {
        Pollers.touch();
    }

    /** Makes a virtual thread wait on a socket that is connected to itself, until a byte is sent there. */
    private static void open() {
        try (SocketChannel channel = SocketChannel.open()) {
            // Closed with a reset, which leaves no TIME_WAIT entry in the system's tables.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.connect(channel.getLocalAddress());
            Thread reader = Thread.ofVirtual().name("gearbox-first-wait").start(() -> read(channel));
            while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
                LockSupport.parkNanos(LOOK_AGAIN);
            }
            channel.write(ByteBuffer.allocate(1));
            join(reader);
        } catch (IOException | RuntimeException | Error unable) {
            LOG.log(Level.DEBUG, "virtual threads may not be able to wait for sockets", unable);
        }
    }

    private static void read(SocketChannel channel) {
        try {
            channel.read(ByteBuffer.allocate(1));
        } catch (IOException | RuntimeException | Error unable) {
            LOG.log(Level.DEBUG, "virtual threads may not be able to wait for sockets", unable);
        }
    }

    private static void join(Thread reader) {
        boolean interrupted = false;
        while (reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
