package dev.gearbox.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;

/**
 * Echo on one selector, written by hand: the textbook loop, with correct partial writes and nothing else. No sessions, timers, water marks, counters
 * or tasks from other threads. What {@code selector} costs beyond this is the price of the abstraction.
 */
final class RefSelector {
    private RefSelector() {}

    public static void main(String[] arguments) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        ReferenceConsole.ready("ref-selector", server);
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
        while (true) {
            selector.select();
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key.isAcceptable()) {
                    accept(selector, server);
                } else {
                    echo(key, buffer);
                }
            }
        }
    }

    private static void accept(Selector selector, ServerSocketChannel server) throws IOException {
        SocketChannel channel = server.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ);
        }
    }

    private static void echo(SelectionKey key, ByteBuffer buffer) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            ByteBuffer pending = (ByteBuffer) key.attachment();
            if (pending != null) {
                channel.write(pending);
                if (pending.hasRemaining()) {
                    return;
                }
                key.attach(null);
                key.interestOps(SelectionKey.OP_READ);
                return;
            }
            buffer.clear();
            if (channel.read(buffer) < 0) {
                channel.close();
                return;
            }
            buffer.flip();
            channel.write(buffer);
            if (buffer.hasRemaining()) {
                key.attach(ByteBuffer.allocate(buffer.remaining()).put(buffer).flip());
                key.interestOps(SelectionKey.OP_WRITE);
            }
        } catch (IOException gone) {
            channel.close();
        }
    }
}
