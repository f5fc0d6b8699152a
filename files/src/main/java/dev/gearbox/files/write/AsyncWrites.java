package dev.gearbox.files.write;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DSYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.Completed;
import dev.gearbox.files.method.FileMethod;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.util.List;
import java.util.Set;

/** An asynchronous channel, whose pool of platform threads makes the calls; a virtual thread that writes releases its carrier while it waits. */
final class AsyncWrites implements FileMethod<WriteStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "async",
                "an asynchronous channel, whose pool makes the calls",
                "java.nio.channels.AsynchronousFileChannel",
                Set.of(),
                List.of());
    }

    @Override
    public WriteStrategy create(Parameters parameters) {
        return (file, most) ->
                new OpenFile(AsynchronousFileChannel.open(file, WRITE, CREATE, TRUNCATE_EXISTING, DSYNC));
    }

    private record OpenFile(AsynchronousFileChannel channel) implements WriteStrategy.OpenFile {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
            for (long offset = 0; bytes.hasRemaining(); ) {
                offset += Completed.of(channel.write(bytes, offset));
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
