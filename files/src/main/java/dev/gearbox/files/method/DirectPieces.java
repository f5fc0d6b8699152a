package dev.gearbox.files.method;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * pread with O_DIRECT into one buffer, bypassing the page cache. Address, offset and length are multiples of a block; the last read returns less.
 *
 * @param buffer outside the heap, aligned to a page, in whole pages
 */
public record DirectPieces(FileCalls calls, ByteBuffer buffer) implements PieceReader {
    /** Allocates a buffer of at least this size. */
    public static DirectPieces of(FileCalls calls, int size) {
        return new DirectPieces(calls, Sizes.alignedMemory(size));
    }

    @Override
    public Pieces open(Path source) throws IOException {
        return new OpenDirect(NativeFile.readDirect(calls, source), buffer, address());
    }

    /** Returns the address of the buffer. */
    public long address() {
        return MemorySegment.ofBuffer(buffer.clear()).address();
    }

    private record OpenDirect(NativeFile in, ByteBuffer buffer, long address) implements Pieces {
        @Override
        public long each(Piece piece) throws IOException {
            long count = 0;
            // A short read is the last one: the next offset would not be a multiple of a block.
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
