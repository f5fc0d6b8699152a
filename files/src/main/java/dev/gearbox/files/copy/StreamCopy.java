package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PlainStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Unbuffered streams, byte by byte: two system calls per byte. */
final class StreamCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "stream", "unbuffered streams, byte by byte", "the paper: unbuffered stream", Set.of(), List.of());
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        return StreamCopy::copy;
    }

    private static long copy(Path source, Path target) throws IOException {
        long count = 0;
        try (InputStream in = PlainStreams.read(source);
                OutputStream out = PlainStreams.create(target)) {
            for (int next; (next = in.read()) >= 0; count++) {
                out.write(next);
            }
        }
        return count;
    }
}
