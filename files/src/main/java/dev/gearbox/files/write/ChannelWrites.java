package dev.gearbox.files.write;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DSYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.FileMethod;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A channel, written by the calling thread. A virtual thread holds its carrier meanwhile; the JDK adds another carrier, up to the maximum pool size. */
final class ChannelWrites implements FileMethod<WriteStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "channel",
                "a channel, written by the thread that asks",
                "java.nio.channels.FileChannel",
                Set.of(),
                List.of());
    }

    @Override
    public WriteStrategy create(Parameters parameters) {
        return (file, most) -> open(file);
    }

    static OpenFile open(Path file) throws IOException {
        return new OpenFile(FileChannel.open(file, WRITE, CREATE, TRUNCATE_EXISTING, DSYNC));
    }

    /** An open channel. */
    record OpenFile(FileChannel channel) implements WriteStrategy.OpenFile {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
            for (long offset = 0; bytes.hasRemaining(); ) {
                offset += channel.write(bytes, offset);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
