package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PlainStreams;
import dev.gearbox.files.method.Sizes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A {@link BufferedInputStream} byte by byte: a system call per buffer, a Java call per byte. */
final class BufferedBytesRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "buffered-bytes",
                "a buffered stream, byte by byte",
                "the paper: buffered stream",
                Set.of(),
                List.of(Sizes.streamBuffer()));
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        int buffer = parameters.integer("buffer");
        return (source, sink) -> read(source, sink, buffer);
    }

    private static long read(Path source, ByteSink sink, int buffer) throws IOException {
        long count = 0;
        try (InputStream in = new BufferedInputStream(PlainStreams.read(source), buffer)) {
            for (int next; (next = in.read()) >= 0; count++) {
                sink.accept(next);
            }
        }
        return count;
    }
}
