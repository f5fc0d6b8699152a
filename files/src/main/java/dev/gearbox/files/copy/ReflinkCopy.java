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

/** The ioctl FICLONE: the target shares the blocks of the source until one of them is written. It copies nothing, so it is never compared with a copy. */
final class ReflinkCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "reflink", "a clone that shares blocks (FICLONE): no copy", "ioctl_ficlone(2)", Set.of(), List.of());
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
        try (NativeFile in = NativeFile.read(calls, source);
                NativeFile out = NativeFile.create(calls, target)) {
            out.cloneOf(in);
            return out.size();
        }
    }
}
