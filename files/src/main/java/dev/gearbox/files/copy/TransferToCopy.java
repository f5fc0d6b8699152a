package dev.gearbox.files.copy;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@link FileChannel#transferTo}: on Linux the JDK lets the kernel copy (copy_file_range, then sendfile), and falls back to mapping. */
final class TransferToCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard("transfer-to", "FileChannel.transferTo", "the paper: transferTo", Set.of(), List.of());
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        return TransferToCopy::copy;
    }

    private static long copy(Path source, Path target) throws IOException {
        try (FileChannel in = FileChannel.open(source);
                FileChannel out = FileChannel.open(target, WRITE, CREATE_NEW)) {
            long size = in.size();
            long offset = 0;
            // A transfer of 0 bytes means the end, which may be before the original length of the file.
            for (long count; offset < size && (count = in.transferTo(offset, size - offset, out)) > 0; ) {
                offset += count;
            }
            return offset;
        }
    }
}
