package dev.gearbox.files.method;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;

/** An {@link AsynchronousFileChannel} with several reads in flight. On Linux its calls are not asynchronous: each blocks a thread of the channel's pool. */
public final class AsyncPieces implements PieceReader {
    private final ByteBuffer[] buffers;

    /**
     * Allocates the buffers.
     *
     * @param depth reads in flight at once
     * @param size bytes of a buffer
     */
    public AsyncPieces(int depth, int size) {
        buffers = new ByteBuffer[depth];
        Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(size));
    }

    @Override
    public Pieces open(Path source) throws IOException {
        return new OpenAsync(AsynchronousFileChannel.open(source, StandardOpenOption.READ));
    }

    private final class OpenAsync implements Pieces {
        private final AsynchronousFileChannel in;

        OpenAsync(AsynchronousFileChannel in) {
            this.in = in;
        }

        @Override
        public long each(Piece piece) throws IOException {
            int size = buffers[0].capacity();
            long count = 0;
            List<Future<Integer>> reads = new ArrayList<>();
            for (int i = 0; i < buffers.length; i++) {
                reads.add(in.read(buffers[i].clear(), (long) i * size));
            }
            for (long turn = 0; ; turn++) {
                int slot = (int) (turn % buffers.length);
                ByteBuffer buffer = buffers[slot];
                long offset = turn * size;
                int read = Completed.of(reads.get(slot));
                while (read > 0 && buffer.hasRemaining()) {
                    read = Completed.of(in.read(buffer, offset + buffer.position()));
                }
                boolean ended = buffer.hasRemaining();
                count += buffer.position();
                piece.accept(buffer.flip(), offset);
                if (ended) {
                    return count;
                }
                reads.set(slot, in.read(buffer.clear(), offset + (long) buffers.length * size));
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
