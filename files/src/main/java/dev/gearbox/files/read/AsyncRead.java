package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.Completed;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;

/**
 * An {@link AsynchronousFileChannel} with several reads in flight. On Linux it has no asynchronous calls: each read blocks a thread of the channel's
 * pool.
 */
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
        ByteBuffer[] buffers = new ByteBuffer[parameters.integer("depth")];
        Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(parameters.integer("buffer")));
        return (source, sink) -> read(source, sink, buffers);
    }

    private static long read(Path source, ByteSink sink, ByteBuffer[] buffers) throws IOException {
        int size = buffers[0].capacity();
        long count = 0;
        try (AsynchronousFileChannel in = AsynchronousFileChannel.open(source, StandardOpenOption.READ)) {
            List<Future<Integer>> reads = new ArrayList<>();
            for (int i = 0; i < buffers.length; i++) {
                reads.add(in.read(buffers[i].clear(), (long) i * size));
            }
            for (long turn = 0; ; turn++) {
                int slot = (int) (turn % buffers.length);
                ByteBuffer buffer = buffers[slot];
                long offset = turn * size;
                int read = Completed.of(reads.get(slot));
                while (read > 0 && buffer.hasRemaining()) {
                    read = Completed.of(in.read(buffer, offset + buffer.position()));
                }
                count += buffer.position();
                boolean ended = buffer.hasRemaining();
                sink.accept(buffer.flip());
                if (ended) {
                    return count;
                }
                reads.set(slot, in.read(buffer.clear(), offset + (long) buffers.length * size));
            }
        }
    }
}
