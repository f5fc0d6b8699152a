package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A {@link FileChannel} read into a buffer, on the heap or outside it. For a heap buffer the JDK reads into a direct buffer of its own, which it
 * caches for each thread, and copies.
 */
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
        int size = parameters.integer("buffer");
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
        return (source, sink) -> read(source, sink, buffer);
    }

    private static long read(Path source, ByteSink sink, ByteBuffer buffer) throws IOException {
        long count = 0;
        try (FileChannel in = FileChannel.open(source)) {
            for (int read; (read = in.read(buffer.clear())) >= 0; count += read) {
                sink.accept(buffer.flip());
            }
        }
        return count;
    }
}
