package dev.gearbox.files.random;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Sizes;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The system call pread through java.lang.foreign, one block after another, through the page cache or bypassing it. */
final class PreadBlocks implements FileMethod<BlockStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "pread",
                "pread through java.lang.foreign, one block at a time",
                "pread(2)",
                Set.of(),
                List.of(UringBlocks.direct()));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public BlockStrategy create(Parameters parameters) {
        FileCalls calls = new FileCalls();
        boolean direct = parameters.flag("direct");
        return (source, blocks, size, sink) -> {
            ByteBuffer buffer = Sizes.alignedMemory(size);
            try (NativeFile in = direct ? NativeFile.readDirect(calls, source) : NativeFile.read(calls, source)) {
                read(in, source, blocks, buffer, sink);
            }
        };
    }

    private static void read(NativeFile in, Path source, long[] blocks, ByteBuffer buffer, ByteSink sink)
            throws IOException {
        int size = buffer.capacity();
        long address = MemorySegment.ofBuffer(buffer.clear()).address();
        for (long block : blocks) {
            if (in.read(address, size, block * size) != size) {
                throw new EOFException(source + " has no whole block " + block);
            }
            sink.accept(buffer.clear());
        }
    }
}
