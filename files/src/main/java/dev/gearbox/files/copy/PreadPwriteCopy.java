package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
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

/** The system calls pread and pwrite through java.lang.foreign, with one buffer outside the heap. */
final class PreadPwriteCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "pread-pwrite",
                "pread and pwrite through java.lang.foreign",
                "pread(2), pwrite(2)",
                Set.of(),
                List.of(Sizes.buffer()));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        FileCalls calls = new FileCalls();
        ByteBuffer buffer = ByteBuffer.allocateDirect(parameters.integer("buffer"));
        return (source, target) -> copy(calls, source, target, buffer);
    }

    private static long copy(FileCalls calls, Path source, Path target, ByteBuffer buffer) throws IOException {
        long address = MemorySegment.ofBuffer(buffer.clear()).address();
        long offset = 0;
        try (NativeFile in = NativeFile.read(calls, source);
                NativeFile out = NativeFile.create(calls, target)) {
            for (int read; (read = in.read(address, buffer.capacity(), offset)) > 0; offset += read) {
                out.write(address, read, offset);
            }
        }
        return offset;
    }
}
