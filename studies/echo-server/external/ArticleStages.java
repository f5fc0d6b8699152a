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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The arrangement that an article recommends in prose, written after that: an acceptor that only hands on, I/O threads, and a pool of 50 for business.
 *
 * <pre>
 *   acceptor ──connection──▶ I/O thread: select, read ──message──▶ business thread: works
 *                                        write        ◀──answer───
 * </pre>
 *
 * As many I/O threads as processors, whose number is not in the text; neither is any code. What follows from the description is kept: no queue has a limit,
 * so that a server whose business is slower than its peers reads on until its memory ends; a business thread takes any message, so that two of one
 * connection may be answered in either order; the end of the stream closes a connection, whatever is still unanswered. Each message costs two hand-overs
 * between threads.
 */
final class ArticleStages {
    private static final int BUSINESS_THREADS = 50;

    private ArticleStages() {}

    public static void main(String[] arguments) throws IOException {
        long millis = businessMillis(arguments[1]);
        ExecutorService business = Executors.newFixedThreadPool(BUSINESS_THREADS);
        IoThread[] threads = new IoThread[Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new IoThread(business, millis);
            new Thread(threads[i], "io-" + i).start();
        }
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
            for (int next = 0; ; next = (next + 1) % threads.length) {
                threads[next].take(server.accept());
            }
        }
    }

    /** Returns how long business takes: {@code echo} and {@code once} take nothing, {@code busy?millis=500} half a second. */
    private static long businessMillis(String protocol) {
        if (protocol.startsWith("busy?millis=")) {
            return Long.parseLong(protocol.substring("busy?millis=".length()));
        }
        if (protocol.equals("echo") || protocol.equals("once")) {
            return 0;
        }
        throw new IllegalArgumentException("speaks echo, once and busy?millis=N, not " + protocol);
    }

    /** An answer that has left business. */
    private record Answer(SocketChannel to, ByteBuffer bytes) {}

    /** What does not fit into a connection's socket. */
    private record Unwritten(Queue<ByteBuffer> pieces) {}

    /** Reads and writes for its connections. */
    private static final class IoThread implements Runnable {
        private final ExecutorService business;
        private final long millis;
        private final Selector selector = Selector.open();
        private final Queue<SocketChannel> accepted = new ConcurrentLinkedQueue<>();
        private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

        IoThread(ExecutorService business, long millis) throws IOException {
            this.business = business;
            this.millis = millis;
        }

        void take(SocketChannel channel) {
            accepted.add(channel);
            selector.wakeup();
        }

        @Override
        public void run() {
            try {
                while (true) {
                    selector.select();
                    for (SocketChannel mine = accepted.poll(); mine != null; mine = accepted.poll()) {
                        mine.configureBlocking(false);
                        mine.register(selector, SelectionKey.OP_READ, new Unwritten(new ArrayDeque<>()));
                    }
                    for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
                        SelectionKey key = answer.to().keyFor(selector);
                        if (key != null && key.isValid()) {
                            unwritten(key).add(answer.bytes());
                            write(key);
                        }
                    }
                    for (Iterator<SelectionKey> ready = selector.selectedKeys().iterator(); ready.hasNext(); ) {
                        SelectionKey key = ready.next();
                        ready.remove();
                        if (key.isValid() && key.isWritable()) {
                            write(key);
                        }
                        if (key.isValid() && key.isReadable()) {
                            read(key);
                        }
                    }
                }
            } catch (IOException failed) {
                System.err.println("an I/O thread ends: " + failed.getMessage());
                System.exit(1);
            }
        }

        private void read(SelectionKey key) throws IOException {
            SocketChannel channel = (SocketChannel) key.channel();
            ByteBuffer message = ByteBuffer.allocate(16 << 10);
            try {
                if (channel.read(message) < 0) {
                    channel.close();
                    return;
                }
            } catch (IOException lost) {
                channel.close();
                return;
            }
            message.flip();
            business.execute(() -> {
                work();
                answers.add(new Answer(channel, message));
                selector.wakeup();
            });
        }

        private void work() {
            if (millis > 0) {
                try {
                    Thread.sleep(millis);
                } catch (InterruptedException never) {
                    throw new IllegalStateException("no thread of this program is interrupted", never);
                }
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
}
