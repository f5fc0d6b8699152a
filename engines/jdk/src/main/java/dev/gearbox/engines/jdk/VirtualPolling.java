package dev.gearbox.engines.jdk;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * What the JVM waits with for the sockets of virtual threads. It opens that when the first virtual thread waits for a socket, and never again if it
 * then finds no descriptor: each later wait fails, and with it the connection. So the first wait is here, when an engine starts.
 */
final class VirtualPolling {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    /** Done once, by its initialisation. */
    private static final class Ready {
        static {
            Thread first = Thread.ofVirtual().name("gearbox-first-wait").start(VirtualPolling::waitForNothing);
            boolean interrupted = false;
            while (first.isAlive()) {
                try {
                    first.join();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private Ready() {}

        static void touch() {}
    }

    private VirtualPolling() {}

    /** From any thread: returns when virtual threads can wait for sockets without another descriptor. */
    static void makeReady() {
        Ready.touch();
    }

    /** On a socket that is connected with itself, where nothing ever comes. */
    private static void waitForNothing() {
        try (SocketChannel channel = SocketChannel.open()) {
            // Ends without a trace in the system's tables.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.connect(channel.getLocalAddress());
            Socket socket = channel.socket();
            socket.setSoTimeout(1);
            int read = socket.getInputStream().read();
            LOG.log(Level.DEBUG, () -> "a socket that is connected with itself has read " + read);
        } catch (SocketTimeoutException asIntended) {
            LOG.log(Level.TRACE, "virtual threads can wait for sockets", asIntended);
        } catch (IOException | RuntimeException | Error unable) {
            LOG.log(Level.DEBUG, "virtual threads may not be able to wait for sockets", unable);
        }
    }
}
