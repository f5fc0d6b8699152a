package dev.gearbox.files.read;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.ByteSink;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.method.Mapped;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A {@link MappedByteBuffer}: the file's pages appear in the memory of the process, each with a page fault at its first access. They stay mapped
 * until the garbage collector collects the buffer, which code cannot force: see {@link SegmentRead}.
 */
final class MappedRead implements FileMethod<ReadStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "mapped",
                "a MappedByteBuffer of at most 1 GiB at a time",
                "java.nio.channels.FileChannel.map",
                Set.of(),
                List.of());
    }

    @Override
    public ReadStrategy create(Parameters parameters) {
        byte[] piece = new byte[Mapped.PIECE];
        return (source, sink) -> read(source, sink, piece);
    }

    private static long read(Path source, ByteSink sink, byte[] piece) throws IOException {
        try (FileChannel in = FileChannel.open(source)) {
            long size = in.size();
            for (long offset = 0; offset < size; offset += Mapped.WINDOW) {
                MappedByteBuffer window =
                        in.map(FileChannel.MapMode.READ_ONLY, offset, Math.min(Mapped.WINDOW, size - offset));
                while (window.hasRemaining()) {
                    int length = Math.min(piece.length, window.remaining());
                    Mapped.access(source, () -> window.get(piece, 0, length));
                    sink.accept(piece, 0, length);
                }
            }
            return size;
        }
    }
}
