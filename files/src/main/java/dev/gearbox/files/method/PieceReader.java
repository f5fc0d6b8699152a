package dev.gearbox.files.method;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Reads files from beginning to end into buffers of its own, and passes on each piece: to a sink, or to the writer of a copy. */
@FunctionalInterface
public interface PieceReader {
    /** Receives the next bytes of a file. */
    @FunctionalInterface
    interface Piece {
        /**
         * Receives the next piece.
         *
         * @param bytes valid during the call; the first is at index 0 of the buffer
         * @param offset the offset of the piece in the file
         */
        void accept(ByteBuffer bytes, long offset) throws IOException;
    }

    /** An open file. */
    interface Pieces extends AutoCloseable {
        /**
         * Reads the whole file.
         *
         * @param piece receives every byte once, in order
         * @return the number of bytes
         */
        long each(Piece piece) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Opens a file. */
    Pieces open(Path source) throws IOException;

    /** Opens a file, reads all of it and closes it. */
    default long read(Path source, Piece piece) throws IOException {
        try (Pieces pieces = open(source)) {
            return pieces.each(piece);
        }
    }
}
