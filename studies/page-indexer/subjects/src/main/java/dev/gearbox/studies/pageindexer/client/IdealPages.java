package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The minimum that a client can do on one thread, as the reference for the others: one selector, a connection for each page, a request of one line, and a
 * response of which only the status and the length are parsed. It does not reuse connections, has no timeout and reads only the responses of this study's
 * origin.
 *
 * <pre>
 *   fetch ─▶ queue ─▶ selector thread: connect ─ write ─ read, read, ... ─ close ─ call back
 * </pre>
 */
public final class IdealPages implements PageClient {
    private static final int READ = 64 << 10;
    private static final int HEAD = 2 << 10;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3})");
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *([0-9]+)\r\n");

    private final Selector selector;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Fetch> asked = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
    private volatile boolean closed;

    public IdealPages() {
        try {
            selector = Selector.open();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        thread = Thread.ofPlatform().daemon().name("ideal").start(this::run);
    }

    /** One page in progress. */
    private static final class Fetch {
        private final URI page;
        private final PageHandler handler;
        private final byte[] head = new byte[HEAD];
        private int headBytes;
        private int status;
        private byte @Nullable [] body;
        private int bodyBytes;

        Fetch(URI page, PageHandler handler) {
            this.page = page;
            this.handler = handler;
        }

        /** Adds the bytes read. Returns whether the page is complete. */
        boolean take(ByteBuffer read) throws IOException {
            if (body == null) {
                int room = Math.min(read.remaining(), head.length - headBytes);
                read.get(head, headBytes, room);
                headBytes += room;
                int end = endOfHead();
                if (end < 0) {
                    if (headBytes == head.length) {
                        throw new IOException("headers of more than " + HEAD + " bytes");
                    }
                    return false;
                }
                byte[] whole = new byte[begin(new String(head, 0, end, StandardCharsets.ISO_8859_1))];
                bodyBytes = headBytes - end;
                System.arraycopy(head, end, whole, 0, bodyBytes);
                body = whole;
            }
            int more = Math.min(read.remaining(), body.length - bodyBytes);
            read.get(body, bodyBytes, more);
            bodyBytes += more;
            return bodyBytes == body.length;
        }

        /** Returns the length of the body. */
        private int begin(String text) throws IOException {
            Matcher line = STATUS.matcher(text);
            Matcher length = LENGTH.matcher(text.toLowerCase(Locale.ROOT));
            if (!line.lookingAt() || !length.find()) {
                throw new IOException("no status or no length");
            }
            status = Integer.parseInt(line.group(1));
            return Integer.parseInt(length.group(1));
        }

        private int endOfHead() {
            for (int i = 3; i < headBytes; i++) {
                if (head[i] == '\n' && head[i - 1] == '\r' && head[i - 2] == '\n' && head[i - 3] == '\r') {
                    return i + 1;
                }
            }
            return -1;
        }

        FetchedPage fetched() {
            byte[] whole = body;
            if (whole == null) {
                throw new IllegalStateException("it is not complete yet");
            }
            return new FetchedPage(page, status, null, null, null, whole);
        }
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        asked.add(new Fetch(page, handler));
        selector.wakeup();
    }

    private void run() {
        try (selector) {
            while (!closed) {
                selector.select(this::ready);
                for (Fetch fetch = asked.poll(); fetch != null; fetch = asked.poll()) {
                    begin(fetch);
                }
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void begin(Fetch fetch) {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (channel.connect(new InetSocketAddress(fetch.page.getHost(), fetch.page.getPort()))) {
                request(channel, fetch);
                channel.register(selector, SelectionKey.OP_READ, fetch);
            } else {
                channel.register(selector, SelectionKey.OP_CONNECT, fetch);
            }
        } catch (IOException refused) {
            fetch.handler.failed(new FetchFailure(FetchFailure.Kind.CONNECT, refused.toString()));
        }
    }

    private void ready(SelectionKey key) {
        SocketChannel channel = (SocketChannel) key.channel();
        Fetch fetch = (Fetch) key.attachment();
        FetchFailure.Kind kind = FetchFailure.Kind.CONNECT;
        try {
            if (key.isConnectable()) {
                channel.finishConnect();
                request(channel, fetch);
                key.interestOps(SelectionKey.OP_READ);
                return;
            }
            kind = FetchFailure.Kind.RESET;
            if (read(channel, fetch)) {
                channel.close();
                fetch.handler.fetched(fetch.fetched());
            }
        } catch (IOException failed) {
            close(channel);
            fetch.handler.failed(new FetchFailure(kind, failed.toString()));
        }
    }

    private boolean read(SocketChannel channel, Fetch fetch) throws IOException {
        buffer.clear();
        int count = channel.read(buffer);
        if (count < 0) {
            throw new IOException("the connection was closed before the end of the response");
        }
        return fetch.take(buffer.flip());
    }

    private static void request(SocketChannel channel, Fetch fetch) throws IOException {
        String request = "GET " + fetch.page.getRawPath() + " HTTP/1.1\r\nHost: " + fetch.page.getHost() + ":"
                + fetch.page.getPort() + "\r\n\r\n";
        ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
        channel.write(bytes);
        if (bytes.hasRemaining()) {
            throw new IOException("a new connection does not accept a request of " + bytes.limit() + " bytes");
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt(); // the thread ends on its own
        }
    }
}
