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

/** The system call pread through java.lang.foreign, into memory outside the heap: a channel without its locks and checks. */
final class PreadRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard("pread", "pread through java.lang.foreign", "pread(2)", Set.of(), List.of(Sizes.buffer()));
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        FileCalls calls = new FileCalls();
        ByteBuffer buffer = ByteBuffer.allocateDirect(parameters.integer("buffer"));
        return (source, sink) -> read(calls, source, sink, buffer);
    }

    private static long read(FileCalls calls, Path source, ByteSink sink, ByteBuffer buffer) throws IOException {
        long address = MemorySegment.ofBuffer(buffer.clear()).address();
        long offset = 0;
        try (NativeFile in = NativeFile.read(calls, source)) {
            for (int read; (read = in.read(address, buffer.capacity(), offset)) > 0; offset += read) {
                sink.accept(buffer.clear().limit(read));
            }
        }
        return offset;
    }
}
