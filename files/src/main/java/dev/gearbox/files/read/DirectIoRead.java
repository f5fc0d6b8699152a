package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.DirectPieces;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * pread with O_DIRECT: the disk writes into the buffer, bypassing the page cache. Address, offset and length are multiples of a block; the last read
 * returns less.
 */
final class DirectIoRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "direct-io",
                "pread with O_DIRECT, bypassing the page cache",
                "open(2)",
                Set.of(),
                List.of(Sizes.alignedBuffer(1 << 20)));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        DirectPieces pieces = DirectPieces.of(new FileCalls(), parameters.integer("buffer"));
        return (source, sink) -> pieces.read(source, (bytes, offset) -> sink.accept(bytes));
    }
}
