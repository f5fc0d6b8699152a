package dev.gearbox.files.copy;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.AsyncPieces;
import dev.gearbox.files.method.Completed;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PieceReader;
import dev.gearbox.files.method.Sizes;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Asynchronous channels: several reads in flight, each followed by its write. On Linux a pool of threads makes the calls, which block. */
final class AsyncCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "async",
                "AsynchronousFileChannels, several pieces in flight",
                "java.nio.channels.AsynchronousFileChannel",
                Set.of(),
                List.of(Sizes.buffer(), Sizes.depth(4)));
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        AsyncPieces pieces = new AsyncPieces(parameters.integer("depth"), parameters.integer("buffer"));
        return (source, target) -> copy(source, target, pieces);
    }

    private static long copy(Path source, Path target, AsyncPieces pieces) throws IOException {
        try (PieceReader.Pieces in = pieces.open(source);
                AsynchronousFileChannel out = AsynchronousFileChannel.open(target, WRITE, CREATE_NEW)) {
            return in.each((bytes, offset) -> {
                while (bytes.hasRemaining()) {
                    Completed.of(out.write(bytes, offset + bytes.position()));
                }
            });
        }
    }
}
