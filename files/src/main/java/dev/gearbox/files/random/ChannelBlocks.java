package dev.gearbox.files.random;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.method.FileMethod;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A channel, with positional reads into a direct buffer, one block after another. */
final class ChannelBlocks implements FileMethod<BlockStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "channel",
                "a channel, read at a position into a direct buffer",
                "java.nio.channels.FileChannel",
                Set.of(),
                List.of());
    }

    @Override
    public BlockStrategy create(Parameters parameters) {
        return ChannelBlocks::read;
    }

    private static void read(Path source, long[] blocks, int size, ByteSink sink) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        try (FileChannel in = FileChannel.open(source)) {
            for (long block : blocks) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    if (in.read(buffer, block * size + buffer.position()) < 0) {
                        throw new EOFException(source + " has no whole block " + block);
                    }
                }
                sink.accept(buffer.flip());
            }
        }
    }
}
