package dev.gearbox.studies.pageindexer.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Counts on which thread asynchronous reads run, in a separate JVM, and prints shares in per cent: {@code FIGURE kind arm share}.
 * <pre>
 *   read-handed-over          main: read(handler) ............ handler: on another thread than main?
 *                             half of the reads find bytes, half of them wait
 *   nested-read-handed-over   main: read ─▶ handler: read(second handler), whose bytes are there ─▶ on another thread than the first?
 *   read-pending              main: read, whose bytes are there, gives a Future: is it unfinished when the call returns?
 * </pre>
 * Hand-written instead of using an engine, because engines decide themselves what their handlers call.
 */
public final class AsyncThreadsMain {
    private static final int THREADS = 2;
    private static final int READS = 1_000;

    private final AsynchronousSocketChannel reader;
    private final SocketChannel peer;
    private final ByteBuffer one = ByteBuffer.allocate(1);

    private AsyncThreadsMain(AsynchronousSocketChannel reader, SocketChannel peer) {
        this.reader = reader;
        this.peer = peer;
    }

    /**
     * Runs one measurement.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        AsynchronousChannelGroup pool = AsynchronousChannelGroup.withFixedThreadPool(
                THREADS, Thread.ofPlatform().daemon().factory());
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                AsynchronousSocketChannel reader = AsynchronousSocketChannel.open(pool)) {
            Future<Void> connecting = reader.connect(server.getLocalAddress());
            try (SocketChannel peer = server.accept()) {
                connecting.get();
                AsyncThreadsMain reads = new AsyncThreadsMain(reader, peer);
                reads.count("read-handed-over", reads::outside);
                reads.count("nested-read-handed-over", _ -> reads.nested());
                reads.count("read-pending", _ -> reads.pending());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** A read of one kind. */
    private interface Read {
        /** Returns whether it was left to another thread. */
        boolean handedOver(int index) throws IOException, InterruptedException, ExecutionException;
    }

    private void count(String kind, Read read) throws IOException, InterruptedException, ExecutionException {
        int others = 0;
        for (int i = 0; i < READS; i++) {
            others += read.handedOver(i) ? 1 : 0;
        }
        // None counts as half a read, so that ratios exist.
        System.out.printf(
                Locale.ROOT, "FIGURE %s async?threads=%d %.3f%n", kind, THREADS, 100 * Math.max(0.5, others) / READS);
    }

    private boolean outside(int index) throws IOException, InterruptedException, ExecutionException {
        boolean there = index % 2 == 0;
        if (there) {
            send(1);
        }
        CompletableFuture<Thread> handled = new CompletableFuture<>();
        begin(handled);
        if (!there) {
            send(1);
        }
        return !handled.get().equals(Thread.currentThread());
    }

    private boolean nested() throws IOException, InterruptedException, ExecutionException {
        send(2);
        CompletableFuture<Boolean> other = new CompletableFuture<>();
        CompletableFuture<Thread> first = new CompletableFuture<>();
        var _ = first.whenComplete((beginner, failed) -> {
            CompletableFuture<Thread> second = new CompletableFuture<>();
            var _ = second.whenComplete((handler, failedToo) -> {
                if (handler == null) {
                    other.completeExceptionally(failedToo);
                } else {
                    other.complete(!handler.equals(beginner));
                }
            });
            if (beginner == null) {
                other.completeExceptionally(failed);
            } else {
                begin(second);
            }
        });
        begin(first);
        return other.get();
    }

    private boolean pending() throws IOException, InterruptedException, ExecutionException {
        send(1);
        one.clear();
        Future<Integer> read = reader.read(one);
        boolean pending = !read.isDone();
        read.get();
        return pending;
    }

    /** Begins a read whose handler says on which thread it runs. */
    private void begin(CompletableFuture<Thread> handled) {
        one.clear();
        reader.read(one, handled, new CompletionHandler<>() {
            @Override
            public void completed(Integer count, CompletableFuture<Thread> whom) {
                whom.complete(Thread.currentThread());
            }

            @Override
            public void failed(Throwable failure, CompletableFuture<Thread> whom) {
                whom.completeExceptionally(failure);
            }
        });
    }

    private void send(int bytes) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(bytes);
        while (out.hasRemaining()) {
            peer.write(out);
        }
    }
}
