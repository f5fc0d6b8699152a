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

/** A {@link BufferedInputStream} read into an array. If the array is as large as the stream's own buffer, the buffer is bypassed. */
final class BufferedArrayRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "buffered-array",
                "a buffered stream, read into an array",
                "the paper: buffered stream into an array",
                Set.of(),
                List.of(Sizes.buffer()));
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        byte[] array = new byte[parameters.integer("buffer")];
        return (source, sink) -> read(source, sink, array);
    }

    private static long read(Path source, ByteSink sink, byte[] array) throws IOException {
        long count = 0;
        try (InputStream in = new BufferedInputStream(PlainStreams.read(source))) {
            for (int read; (read = in.read(array)) >= 0; count += read) {
                sink.accept(array, 0, read);
            }
        }
        return count;
    }
}
