package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.AsyncPieces;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import java.util.List;
import java.util.Set;

/** An asynchronous file channel with several reads in flight. */
final class AsyncRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "async",
                "an AsynchronousFileChannel, several reads in flight",
                "java.nio.channels.AsynchronousFileChannel",
                Set.of(),
                List.of(Sizes.buffer(), Sizes.depth(4)));
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        AsyncPieces pieces = new AsyncPieces(parameters.integer("depth"), parameters.integer("buffer"));
        return (source, sink) -> pieces.read(source, (bytes, offset) -> sink.accept(bytes));
    }
}
