import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Deferred NIO as an article on crawlers describes it for a client, here for a server: the selector's thread only reads and writes, and fills a queue without
 * locks, which k workers empty.
 *
 * <pre>
 *   selector thread: select, accept, read ──message──▶ ConcurrentLinkedQueue ◀──polled without a pause── worker: works
 *                                   write ◀──answer─── ConcurrentLinkedQueue ◀───────────────────────────
 * </pre>
 *
 * The article says that its workers never block, and load the processor fully. So they poll: k cores are busy even without a connection, and workers beyond
 * the cores keep the selector's thread from its own. The queues have no limit. With more than one worker, two messages of a connection may be answered in
 * either order; the end of the stream closes a connection, whatever is still unanswered.
 */
final class CrawlerDeferred {
    private final Selector selector = Selector.open();
    private final Queue<Message> read = new ConcurrentLinkedQueue<>();
    private final Queue<Message> answers = new ConcurrentLinkedQueue<>();

    private CrawlerDeferred() throws IOException {}

    public static void main(String[] arguments) throws IOException {
        CrawlerDeferred deferred = new CrawlerDeferred();
        for (int i = Integer.parseInt(arguments[1]); i-- > 0; ) {
            Thread worker = new Thread(deferred::work, "worker-" + i);
            worker.setDaemon(true);
            worker.start();
        }
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
            server.configureBlocking(false);
            server.register(deferred.selector, SelectionKey.OP_ACCEPT);
            deferred.serve(server);
        }
    }

    /** What a peer sent, and is sent back. */
    private record Message(SelectionKey peer, ByteBuffer bytes) {}

    /** What does not fit into a connection's socket. */
    private record Unwritten(Queue<ByteBuffer> pieces) {}

    private void work() {
        while (true) {
            Message message = read.poll();
            if (message != null) {
                answers.add(message);
                selector.wakeup();
            }
        }
    }

    private void serve(ServerSocketChannel server) throws IOException {
        while (true) {
            selector.select();
            for (Message answer = answers.poll(); answer != null; answer = answers.poll()) {
                if (answer.peer().isValid()) {
                    unwritten(answer.peer()).add(answer.bytes());
                    write(answer.peer());
                }
            }
            for (Iterator<SelectionKey> ready = selector.selectedKeys().iterator(); ready.hasNext(); ) {
                SelectionKey key = ready.next();
                ready.remove();
                if (key.isValid() && key.isAcceptable()) {
                    accept(server);
                }
                if (key.isValid() && key.isWritable()) {
                    write(key);
                }
                if (key.isValid() && key.isReadable()) {
                    read(key);
                }
            }
        }
    }

    private void accept(ServerSocketChannel server) throws IOException {
        for (SocketChannel accepted = server.accept(); accepted != null; accepted = server.accept()) {
            accepted.configureBlocking(false);
            accepted.register(selector, SelectionKey.OP_READ, new Unwritten(new ArrayDeque<>()));
        }
    }

    private void read(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        ByteBuffer bytes = ByteBuffer.allocate(16 << 10);
        try {
            if (channel.read(bytes) < 0) {
                channel.close();
            } else {
                bytes.flip();
                read.add(new Message(key, bytes));
            }
        } catch (IOException lost) {
            channel.close();
        }
    }

    private static void write(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        Queue<ByteBuffer> unwritten = unwritten(key);
        try {
            for (ByteBuffer first = unwritten.peek(); first != null; first = unwritten.peek()) {
                channel.write(first);
                if (first.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    return;
                }
                unwritten.remove();
            }
            key.interestOps(SelectionKey.OP_READ);
        } catch (IOException lost) {
            channel.close();
        }
    }

    private static Queue<ByteBuffer> unwritten(SelectionKey key) {
        return ((Unwritten) key.attachment()).pieces();
    }
}
