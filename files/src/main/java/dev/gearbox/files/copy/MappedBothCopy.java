package dev.gearbox.files.copy;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Mapped;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Source and target mapped: the target is extended to the length of the source first, then each of its pages is faulted in, and later written back
 * one by one.
 */
final class MappedBothCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard("mapped-both", "source and target mapped", "the paper: both mapped", Set.of(), List.of());
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        return MappedBothCopy::copy;
    }

    private static long copy(Path source, Path target) throws IOException {
        try (FileChannel in = FileChannel.open(source);
                FileChannel out = FileChannel.open(target, READ, WRITE, CREATE_NEW)) {
            long size = in.size();
            for (long offset = 0; offset < size; offset += Mapped.WINDOW) {
                long length = Math.min(Mapped.WINDOW, size - offset);
                MappedByteBuffer from = in.map(FileChannel.MapMode.READ_ONLY, offset, length);
                MappedByteBuffer to = out.map(FileChannel.MapMode.READ_WRITE, offset, length);
                Mapped.access(source, () -> to.put(from));
            }
            return size;
        }
    }
}
