package dev.gearbox.files.write;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** pwrite through java.lang.foreign, by the calling thread: a virtual thread is pinned to its carrier, and the JDK adds no other carrier. */
final class PwriteWrites implements FileMethod<WriteStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "pwrite",
                "pwrite through java.lang.foreign, by the thread that asks",
                "pwrite(2)",
                Set.of(),
                List.of());
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public WriteStrategy create(Parameters parameters) {
        return (file, most) ->
                new OpenFile(NativeFile.createSync(new FileCalls(), file), ByteBuffer.allocateDirect(most));
    }

    private record OpenFile(NativeFile file, ByteBuffer buffer) implements WriteStrategy.OpenFile {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
            buffer.clear().put(bytes).flip();
            file.write(MemorySegment.ofBuffer(buffer).address(), buffer.limit(), 0);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
