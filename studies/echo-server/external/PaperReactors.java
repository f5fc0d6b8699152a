import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The multi-Reactor server of a paper, written anew after its description. The selector of the main thread has only the listening channel. It deals
 * connections evenly to threads with a selector each, as many as processors, where they stay.
 *
 * <pre>
 *   main: select, accept ──in turn──▶ reactor: select, read, write all of it
 * </pre>
 *
 * The text names reads only as what a reactor waits for, and this is kept: what does not fit into a socket is written again and again, so that a peer that
 * does not read keeps a core busy, and stops all connections of its reactor. The accept queue has the default length of 50.
 */
final class PaperReactors {
    private PaperReactors() {}

    public static void main(String[] arguments) throws IOException {
        Reactor[] reactors = new Reactor[Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < reactors.length; i++) {
            reactors[i] = new Reactor();
            new Thread(reactors[i], "reactor-" + i).start();
        }
        try (Selector selector = Selector.open();
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            int next = 0;
            while (true) {
                selector.select();
                selector.selectedKeys().clear();
                for (SocketChannel accepted = server.accept(); accepted != null; accepted = server.accept()) {
                    reactors[next].take(accepted);
                    next = (next + 1) % reactors.length;
                }
            }
        }
    }

    /** A thread with a selector: a server of its own for its connections. */
    private static final class Reactor implements Runnable {
        private final Selector selector = Selector.open();
        private final Queue<SocketChannel> dealt = new ConcurrentLinkedQueue<>();
        private final ByteBuffer message = ByteBuffer.allocateDirect(64 << 10);

        Reactor() throws IOException {}

        void take(SocketChannel accepted) {
            dealt.add(accepted);
            selector.wakeup();
        }

        @Override
        public void run() {
            try {
                while (true) {
                    selector.select();
                    for (SocketChannel mine = dealt.poll(); mine != null; mine = dealt.poll()) {
                        mine.configureBlocking(false);
                        mine.register(selector, SelectionKey.OP_READ);
                    }
                    for (Iterator<SelectionKey> ready = selector.selectedKeys().iterator(); ready.hasNext(); ) {
                        echo((SocketChannel) ready.next().channel());
                        ready.remove();
                    }
                }
            } catch (IOException failed) {
                System.err.println("a reactor ends: " + failed.getMessage());
                System.exit(1);
            }
        }

        private void echo(SocketChannel channel) throws IOException {
            try {
                message.clear();
                if (channel.read(message) < 0) {
                    channel.close();
                    return;
                }
                message.flip();
                while (message.hasRemaining()) {
                    channel.write(message);
                }
            } catch (IOException lost) {
                channel.close();
            }
        }
    }
}
