package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
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
        FileCalls calls = new FileCalls();
        ByteBuffer buffer = Sizes.alignedMemory(parameters.integer("buffer"));
        return (source, sink) -> read(calls, source, sink, buffer);
    }

    private static long read(FileCalls calls, Path source, ByteSink sink, ByteBuffer buffer) throws IOException {
        long address = MemorySegment.ofBuffer(buffer.clear()).address();
        long count = 0;
        try (NativeFile in = NativeFile.readDirect(calls, source)) {
            // A short read is the last one: the next would begin at an offset that is not a multiple of a block.
            int read;
            do {
                read = in.read(address, buffer.capacity(), count);
                sink.accept(buffer.clear().limit(read));
                count += read;
            } while (read == buffer.capacity());
        }
        return count;
    }
}
