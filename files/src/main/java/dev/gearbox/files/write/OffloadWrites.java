package dev.gearbox.files.write;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.Completed;
import dev.gearbox.files.method.FileMethod;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A channel, written by a pool of platform threads; a virtual thread that writes releases its carrier while it waits. */
final class OffloadWrites implements FileMethod<WriteStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "offload",
                "a channel, written by a pool of platform threads",
                "java.util.concurrent.ExecutorService",
                Set.of(),
                List.of(new Parameter.Int("threads", 1, 1000, "16", "platform threads that write")));
    }

    @Override
    public WriteStrategy create(Parameters parameters) {
        return new Strategy(Executors.newFixedThreadPool(
                parameters.integer("threads"),
                Thread.ofPlatform().daemon().name("file-writes-", 0).factory()));
    }

    private record Strategy(ExecutorService pool) implements WriteStrategy {
        @Override
        public OpenFile open(Path file, int most) throws IOException {
            return new OffloadedFile(pool, ChannelWrites.open(file));
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    private record OffloadedFile(ExecutorService pool, ChannelWrites.OpenFile file) implements WriteStrategy.OpenFile {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            int _ = Completed.of(pool.submit(() -> {
                file.write(bytes);
                return length;
            }));
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
