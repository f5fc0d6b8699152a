import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;

/**
 * The NIO server of an article that compares it with a blocking one, written anew after its description: one thread, one selector, 100 bytes for each
 * connection. Its faults are the article's, and kept:
 * interest in writing is never dropped, so that select() never waits while a connection exists, and a core is busy; the result of a read is ignored, so that
 * the end of the stream is never seen, and nothing is ever closed; a failed accept closes the listening channel.
 */
final class ArticleNio {
    private ArticleNio() {}

    public static void main(String[] arguments) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        while (true) {
            selector.select();
            for (Iterator<SelectionKey> ready = selector.selectedKeys().iterator(); ready.hasNext(); ) {
                SelectionKey key = ready.next();
                try {
                    if (key.isAcceptable()) {
                        SocketChannel accepted = server.accept();
                        if (accepted == null) {
                            continue;
                        }
                        accepted.configureBlocking(false);
                        accepted.register(
                                selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, ByteBuffer.allocate(100));
                    }
                    if (key.isReadable()) {
                        ((SocketChannel) key.channel()).read((ByteBuffer) key.attachment());
                    }
                    if (key.isWritable()) {
                        ByteBuffer message = (ByteBuffer) key.attachment();
                        message.flip();
                        ((SocketChannel) key.channel()).write(message);
                        message.compact();
                    }
                } catch (IOException failed) {
                    key.cancel();
                    key.channel().close();
                }
                ready.remove();
            }
        }
    }
}
