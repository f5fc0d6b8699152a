package dev.gearbox.files.copy;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.Completed;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;

/** Asynchronous channels: several reads in flight, each followed by its write. On Linux a pool of threads makes the calls, which block. */
final class AsyncCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "async",
                "AsynchronousFileChannels, several pieces in flight",
                "java.nio.channels.AsynchronousFileChannel",
                Set.of(),
                List.of(Sizes.buffer(), Sizes.depth(4)));
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        ByteBuffer[] buffers = new ByteBuffer[parameters.integer("depth")];
        Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(parameters.integer("buffer")));
        return (source, target) -> copy(source, target, buffers);
    }

    private static long copy(Path source, Path target, ByteBuffer[] buffers) throws IOException {
        int size = buffers[0].capacity();
        long count = 0;
        try (AsynchronousFileChannel in = AsynchronousFileChannel.open(source, READ);
                AsynchronousFileChannel out = AsynchronousFileChannel.open(target, WRITE, CREATE_NEW)) {
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
                boolean ended = buffer.hasRemaining();
                count += buffer.position();
                buffer.flip();
                while (buffer.hasRemaining()) {
                    Completed.of(out.write(buffer, offset + buffer.position()));
                }
                if (ended) {
                    return count;
                }
                reads.set(slot, in.read(buffer.clear(), offset + (long) buffers.length * size));
            }
        }
    }
}
