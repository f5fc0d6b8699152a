package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.DirectPieces;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PieceReader;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * pread and pwrite with O_DIRECT: from disk to disk, bypassing the page cache. The last piece is written as whole blocks, then the target is
 * truncated to its length.
 */
final class DirectIoCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "direct-io",
                "pread and pwrite with O_DIRECT, bypassing the page cache",
                "open(2)",
                Set.of(),
                List.of(Sizes.alignedBuffer(1 << 20)));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        FileCalls calls = new FileCalls();
        DirectPieces pieces = DirectPieces.of(calls, parameters.integer("buffer"));
        return (source, target) -> copy(calls, source, target, pieces);
    }

    private static long copy(FileCalls calls, Path source, Path target, DirectPieces pieces) throws IOException {
        long address = pieces.address();
        try (PieceReader.Pieces in = pieces.open(source);
                NativeFile out = NativeFile.createDirect(calls, target)) {
            long count = in.each((bytes, offset) -> out.write(address, Sizes.aligned(bytes.remaining()), offset));
            out.truncate(count);
            return count;
        }
    }
}
