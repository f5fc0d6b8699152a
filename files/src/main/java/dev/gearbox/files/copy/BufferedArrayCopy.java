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

/** Buffered streams and an array between them. */
final class BufferedArrayCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "buffered-array",
                "buffered streams with an array between them",
                "the paper: buffered stream into an array",
                Set.of(),
                List.of(Sizes.buffer()));
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        byte[] array = new byte[parameters.integer("buffer")];
        return (source, target) -> copy(source, target, array);
    }

    private static long copy(Path source, Path target, byte[] array) throws IOException {
        long count = 0;
        try (InputStream in = new BufferedInputStream(PlainStreams.read(source));
                OutputStream out = new BufferedOutputStream(PlainStreams.create(target))) {
            for (int read; (read = in.read(array)) >= 0; count += read) {
                out.write(array, 0, read);
            }
        }
        return count;
    }
}
