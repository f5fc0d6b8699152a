package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.linux.uring.FileRing;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.OpenRing;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** io_uring with pinned buffers: several pieces in flight, each read and then written, in any order. */
final class UringCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "uring",
                "io_uring with pinned buffers, several pieces in flight",
                "io_uring(7)",
                Set.of(),
                List.of(Sizes.alignedBuffer(128 << 10), Sizes.depth(4)));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence().or(FileRing::absence);
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        int size = Sizes.aligned(parameters.integer("buffer"));
        return new Strategy(new OpenRing(parameters.integer("depth"), size), size);
    }

    /** The range of the file that a buffer holds, from an offset on: how much of it has been read, and how much of that written. */
    private static final class Piece {
        private long offset;
        private int length;
        private int read;
        private int written;
    }

    private static final class Strategy implements CopyStrategy {
        private final FileCalls calls = new FileCalls();
        private final OpenRing rings;
        private final int size;
        private final Piece[] pieces;
        private long submitted;
        private long copied;
        private long length;
        private int pending;

        Strategy(OpenRing rings, int size) {
            this.rings = rings;
            this.size = size;
            pieces = new Piece[rings.depth()];
            Arrays.setAll(pieces, i -> new Piece());
        }

        @Override
        public long copy(Path source, Path target) throws IOException {
            FileRing ring = rings.get();
            try (NativeFile in = NativeFile.read(calls, source);
                    NativeFile out = NativeFile.create(calls, target)) {
                length = in.size();
                submitted = 0;
                copied = 0;
                pending = 0;
                for (int buffer = 0; buffer < pieces.length && submitted < length; buffer++) {
                    begin(ring, in, buffer);
                }
                while (pending > 0) {
                    rings.await(source, (buffer, result) -> advance(ring, in, out, buffer, result));
                }
                return copied;
            }
        }

        private void begin(FileRing ring, NativeFile in, int buffer) {
            Piece piece = pieces[buffer];
            piece.offset = submitted;
            piece.length = (int) Math.min(size, length - submitted);
            piece.read = 0;
            piece.written = 0;
            submitted += piece.length;
            pending++;
            ring.read(in.descriptor(), piece.offset, buffer, 0, piece.length);
        }

        private void advance(FileRing ring, NativeFile in, NativeFile out, int buffer, int result) {
            Piece piece = pieces[buffer];
            if (piece.read < piece.length) {
                piece.read += result;
                if (result == 0) {
                    // The file ends before its original length.
                    length = Math.min(length, piece.offset + piece.read);
                    piece.length = piece.read;
                }
            } else {
                piece.written += result;
            }
            if (piece.read < piece.length) {
                ring.read(in.descriptor(), piece.offset + piece.read, buffer, piece.read, piece.length - piece.read);
            } else if (piece.written < piece.length) {
                ring.write(
                        out.descriptor(),
                        piece.offset + piece.written,
                        buffer,
                        piece.written,
                        piece.length - piece.written);
            } else {
                copied += piece.length;
                pending--;
                if (submitted < length) {
                    begin(ring, in, buffer);
                }
            }
        }

        @Override
        public void close() {
            rings.close();
        }
    }
}
