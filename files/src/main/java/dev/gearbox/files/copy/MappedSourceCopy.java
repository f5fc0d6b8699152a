package dev.gearbox.files.copy;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
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

/** The source mapped, the target written from the mapping: the kernel copies from page cache to page cache, one system call per window. */
final class MappedSourceCopy implements FileMethod<CopyStrategy> {
    /** The length of one write. If the source shrinks, such a write fails with EFAULT. */
    private static final int PIECE = 1 << 20;

    @Override
    public ModelCard card() {
        return new ModelCard(
                "mapped-source",
                "the source mapped, the target written from it",
                "the paper: one mapped",
                Set.of(),
                List.of());
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        return MappedSourceCopy::copy;
    }

    private static long copy(Path source, Path target) throws IOException {
        try (FileChannel in = FileChannel.open(source);
                FileChannel out = FileChannel.open(target, WRITE, CREATE_NEW)) {
            long size = in.size();
            for (long offset = 0; offset < size; offset += Mapped.WINDOW) {
                MappedByteBuffer from =
                        in.map(FileChannel.MapMode.READ_ONLY, offset, Math.min(Mapped.WINDOW, size - offset));
                while (from.position() < from.capacity()) {
                    from.limit(Math.min(from.capacity(), from.position() + PIECE));
                    out.write(from);
                }
            }
            return size;
        }
    }
}
