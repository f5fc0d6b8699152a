package dev.gearbox.files.write;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.linux.uring.FileRing;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.Completed;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * io_uring: one platform thread submits the writes of all others, and the kernel executes them; a waiting virtual thread releases its carrier.
 * <pre>
 *   virtual threads ─ request ─► queue ─► ring thread: submit all requests, wait for a completion ─ result ─► virtual thread
 * </pre>
 */
final class UringWrites implements FileMethod<WriteStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "uring",
                "io_uring, submitted to by one platform thread for all",
                "io_uring(7)",
                Set.of(),
                List.of(Sizes.alignedBuffer(16 << 10), Sizes.depth(64)));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence().or(FileRing::absence);
    }

    @Override
    public WriteStrategy create(Parameters parameters) {
        return new Strategy(parameters.integer("depth"), Sizes.aligned(parameters.integer("buffer")));
    }

    /**
     * A requested write.
     *
     * @param file the file to write to; null: stops the ring's thread
     */
    private record Request(@Nullable NativeFile file, Path path, ByteBuffer bytes, CompletableFuture<Integer> result) {}

    private static final class Strategy implements WriteStrategy {
        private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
        private final int depth;
        private final int size;
        private final Thread thread;

        Strategy(int depth, int size) {
            this.depth = depth;
            this.size = size;
            thread = Thread.ofPlatform().daemon().name("file-ring").start(this::serve);
        }

        @Override
        public OpenFile open(Path file, int most) throws IOException {
            if (most > size) {
                throw new FileSystemException(
                        file.toString(), null, most + " bytes at once do not fit into a buffer of " + size);
            }
            return new RingFile(requests, NativeFile.createSync(new FileCalls(), file), file);
        }

        private void serve() {
            try (FileRing ring = new FileRing(depth, size)) {
                Deque<Integer> free = new ArrayDeque<>();
                for (int i = 0; i < depth; i++) {
                    free.add(i);
                }
                Request[] under = new Request[depth];
                while (true) {
                    // Waits for a request if none is in flight; otherwise for a completion, after which more requests
                    // may be in the queue.
                    @Nullable Request next = ring.isPending() ? requests.poll() : requests.take();
                    while (next != null) {
                        if (next.file == null) {
                            return;
                        }
                        int buffer = free.remove();
                        under[buffer] = next;
                        int length = next.bytes.remaining();
                        ring.buffer(buffer).asByteBuffer().put(next.bytes);
                        ring.write(next.file.descriptor(), 0, buffer, 0, length);
                        next = free.isEmpty() ? null : requests.poll();
                    }
                    ring.await((buffer, result) -> {
                        free.add(buffer);
                        end(under[buffer], result);
                    });
                }
            } catch (IOException | RuntimeException broken) {
                fail(broken);
            } catch (InterruptedException stopped) {
                fail(new IOException("the thread of the ring was interrupted"));
            }
        }

        private static void end(Request request, int result) {
            if (result < 0) {
                request.result.completeExceptionally(
                        new FileSystemException(request.path.toString(), null, FileCalls.message(-result)));
            } else {
                request.result.complete(result);
            }
        }

        private void fail(Exception why) {
            for (@Nullable Request next = requests.poll(); next != null; next = requests.poll()) {
                next.result.completeExceptionally(why);
            }
        }

        @Override
        public void close() {
            requests.add(new Request(null, Path.of(""), ByteBuffer.allocate(0), new CompletableFuture<>()));
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private record RingFile(BlockingQueue<Request> requests, NativeFile file, Path path)
            implements WriteStrategy.OpenFile {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            CompletableFuture<Integer> result = new CompletableFuture<>();
            requests.add(new Request(file, path, bytes, result));
            int written = Completed.of(result);
            if (written != length) {
                throw new FileSystemException(
                        path.toString(), null, "only " + written + " of " + length + " bytes were written");
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
