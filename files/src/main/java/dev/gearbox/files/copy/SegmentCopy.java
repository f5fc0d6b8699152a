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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Source and target as mapped memory segments of any length, unmapped when the copy is complete. */
final class SegmentCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "segment",
                "source and target mapped as MemorySegments, unmapped at the end",
                "java.nio.channels.FileChannel.map with an Arena (JDK 22)",
                Set.of(),
                List.of());
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        return SegmentCopy::copy;
    }

    private static long copy(Path source, Path target) throws IOException {
        try (FileChannel in = FileChannel.open(source);
                FileChannel out = FileChannel.open(target, READ, WRITE, CREATE_NEW);
                Arena arena = Arena.ofConfined()) {
            long size = in.size();
            MemorySegment from = in.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            MemorySegment to = out.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
            Mapped.access(source, () -> to.copyFrom(from));
            return size;
        }
    }
}
