package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.PlainStreams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** An unbuffered stream of java.io, byte by byte: a system call per byte. The paper calls it the unbuffered stream. */
final class StreamRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "stream", "an unbuffered stream, byte by byte", "the paper: unbuffered stream", Set.of(), List.of());
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        return StreamRead::read;
    }

    private static long read(Path source, ByteSink sink) throws IOException {
        long count = 0;
        try (InputStream in = PlainStreams.read(source)) {
            for (int next; (next = in.read()) >= 0; count++) {
                sink.accept(next);
            }
        }
        return count;
    }
}
