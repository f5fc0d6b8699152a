package dev.gearbox.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Echo with a thread for each connection, written by hand: read, write, read. With the argument {@code virtual}, the threads are virtual. The
 * references for {@code threads} and {@code virtual}.
 */
final class RefThreads {
    private RefThreads() {}

    public static void main(String[] arguments) throws IOException {
        boolean virtual = arguments.length > 0 && arguments[0].equals("virtual");
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        ReferenceConsole.ready(virtual ? "ref-virtual" : "ref-threads", server);
        Thread.Builder threads =
                virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        while (true) {
            SocketChannel channel = server.accept();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            threads.start(() -> echo(channel));
        }
    }

    private static void echo(SocketChannel channel) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 << 10);
        try (channel) {
            while (channel.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        } catch (IOException gone) {
            // The peer has disconnected: there is nothing left to echo.
            return;
        }
    }
}
