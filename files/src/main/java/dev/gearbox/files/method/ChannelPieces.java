package dev.gearbox.files.method;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A {@link FileChannel} read into one buffer. If the buffer is on the heap, the JDK reads into a direct buffer of its own, cached for each thread, and
 * copies from there.
 *
 * @param buffer on the heap or outside it
 */
public record ChannelPieces(ByteBuffer buffer) implements PieceReader {
    /** Allocates a buffer of this size. */
    public static ChannelPieces of(boolean direct, int size) {
        return new ChannelPieces(direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size));
    }

    @Override
    public Pieces open(Path source) throws IOException {
        return new OpenChannel(FileChannel.open(source), buffer);
    }

    private record OpenChannel(FileChannel in, ByteBuffer buffer) implements Pieces {
        @Override
        public long each(Piece piece) throws IOException {
            long count = 0;
            for (int read; (read = in.read(buffer.clear())) >= 0; count += read) {
                piece.accept(buffer.flip(), count);
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
