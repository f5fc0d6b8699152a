package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Mapped;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A mapped {@link MemorySegment}: as {@link MappedRead}, but of any length, and unmapped as soon as it has been read. */
final class SegmentRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "segment",
                "a mapped MemorySegment, unmapped when it has been read",
                "java.nio.channels.FileChannel.map with an Arena (JDK 22)",
                Set.of(),
                List.of());
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        byte[] piece = new byte[Mapped.PIECE];
        return (source, sink) -> read(source, sink, piece);
    }

    private static long read(Path source, ByteSink sink, byte[] piece) throws IOException {
        try (FileChannel in = FileChannel.open(source);
                Arena arena = Arena.ofConfined()) {
            long size = in.size();
            MemorySegment file = in.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            for (long at = 0; at < size; ) {
                long from = at;
                int length = (int) Math.min(piece.length, size - at);
                Mapped.access(source, () -> MemorySegment.copy(file, ValueLayout.JAVA_BYTE, from, piece, 0, length));
                sink.accept(piece, 0, length);
                at += length;
            }
            return size;
        }
    }
}
