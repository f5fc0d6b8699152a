package dev.gearbox.files.method;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * pread with O_DIRECT into one buffer, past the page cache. Memory, offsets and lengths are multiples of a block; the last read returns less.
 *
 * @param buffer outside the heap, of whole pages
 */
public record DirectPieces(FileCalls calls, ByteBuffer buffer) implements PieceReader {
    /** With a buffer of at least so many bytes. */
    public static DirectPieces of(FileCalls calls, int size) {
        return new DirectPieces(calls, Sizes.alignedMemory(size));
    }

    @Override
    public Pieces open(Path source) throws IOException {
        return new OpenDirect(NativeFile.readDirect(calls, source), buffer, address());
    }

    /** Where the buffer lies. */
    public long address() {
        return MemorySegment.ofBuffer(buffer.clear()).address();
    }

    private record OpenDirect(NativeFile in, ByteBuffer buffer, long address) implements Pieces {
        @Override
        public long each(Piece piece) throws IOException {
            long count = 0;
            // A short read is the last: the next one would begin at an offset that is no multiple of a block.
            int read;
            do {
                read = in.read(address, buffer.capacity(), count);
                piece.accept(buffer.clear().limit(read), count);
                count += read;
            } while (read == buffer.capacity());
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
