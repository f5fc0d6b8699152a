package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.ChannelPieces;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import java.util.List;
import java.util.Set;

/** A file channel, read into a buffer on the heap or outside it. */
final class ChannelRead implements FileMethod<ReadStrategy> {
    private final boolean direct;

    /**
     * Creates one of the two variants.
     *
     * @param direct whether the buffer is outside the heap
     */
    ChannelRead(boolean direct) {
        this.direct = direct;
    }

    @Override
    public ModelCard card() {
        return direct
                ? new ModelCard(
                        "channel-direct",
                        "a channel, read into a direct buffer",
                        "the paper: channel with a direct buffer",
                        Set.of(),
                        List.of(Sizes.buffer()))
                : new ModelCard(
                        "channel-heap",
                        "a channel, read into a buffer on the heap",
                        "the paper: channel with a heap buffer",
                        Set.of(),
                        List.of(Sizes.buffer()));
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        ChannelPieces pieces = ChannelPieces.of(direct, parameters.integer("buffer"));
        return (source, sink) -> pieces.read(source, (bytes, offset) -> sink.accept(bytes));
    }
}
