package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PlainStreams;
import dev.gearbox.files.method.Sizes;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Buffered streams, byte by byte. */
final class BufferedBytesCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "buffered-bytes",
                "buffered streams, byte by byte",
                "the paper: buffered stream",
                Set.of(),
                List.of(Sizes.streamBuffer()));
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        int buffer = parameters.integer("buffer");
        return (source, target) -> copy(source, target, buffer);
    }

    private static long copy(Path source, Path target, int buffer) throws IOException {
        long count = 0;
        try (InputStream in = new BufferedInputStream(PlainStreams.read(source), buffer);
                OutputStream out = new BufferedOutputStream(PlainStreams.create(target), buffer)) {
            for (int next; (next = in.read()) >= 0; count++) {
                out.write(next);
            }
        }
        return count;
    }
}
