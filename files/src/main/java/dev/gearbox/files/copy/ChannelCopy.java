package dev.gearbox.files.copy;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.ChannelPieces;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PieceReader;
import dev.gearbox.files.method.Sizes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Two channels and a buffer between them, on the heap or outside it. */
final class ChannelCopy implements FileMethod<CopyStrategy> {
    private final boolean direct;

    /**
     * Creates one of the two variants.
     *
     * @param direct whether the buffer is outside the heap
     */
    ChannelCopy(boolean direct) {
        this.direct = direct;
    }

    @Override
    public ModelCard card() {
        return direct
                ? new ModelCard(
                        "channel-direct",
                        "channels with a direct buffer between them",
                        "the paper: channel with a direct buffer",
                        Set.of(),
                        List.of(Sizes.buffer()))
                : new ModelCard(
                        "channel-heap",
                        "channels with a heap buffer between them",
                        "the paper: channel with a heap buffer",
                        Set.of(),
                        List.of(Sizes.buffer()));
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        ChannelPieces pieces = ChannelPieces.of(direct, parameters.integer("buffer"));
        return (source, target) -> copy(source, target, pieces);
    }

    private static long copy(Path source, Path target, ChannelPieces pieces) throws IOException {
        try (PieceReader.Pieces in = pieces.open(source);
                FileChannel out = FileChannel.open(target, WRITE, CREATE_NEW)) {
            return in.each((bytes, offset) -> {
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            });
        }
    }
}
