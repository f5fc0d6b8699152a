package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The system call copy_file_range: the kernel copies from page cache to page cache, or the file system shares the blocks (XFS, Btrfs), or the server
 * copies (NFS, SMB).
 */
final class CopyFileRange implements FileMethod<CopyStrategy> {
    /** The length requested at once. The call copies less: up to 2 GiB. */
    private static final long MOST = 1L << 30;

    @Override
    public ModelCard card() {
        return new ModelCard(
                "copy-file-range",
                "copy_file_range through java.lang.foreign",
                "copy_file_range(2)",
                Set.of(),
                List.of());
    }

    @Override
    public Optional<String> absence() {
        return FileCalls.absence();
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        FileCalls calls = new FileCalls();
        return (source, target) -> copy(calls, source, target);
    }

    private static long copy(FileCalls calls, Path source, Path target) throws IOException {
        long count = 0;
        try (NativeFile in = NativeFile.read(calls, source);
                NativeFile out = NativeFile.create(calls, target)) {
            for (long copied; (copied = in.copyRange(out, MOST)) > 0; ) {
                count += copied;
            }
        }
        return count;
    }
}
