package dev.gearbox.files.copy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.method.FileMethod;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/** {@link Files#copy}: the obvious way in Java. On Linux it ends in the same system calls as {@link TransferToCopy}. */
final class FilesCopy implements FileMethod<CopyStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard("files-copy", "Files.copy", "java.nio.file.Files", Set.of(), List.of());
    }

    @Override
    public CopyStrategy create(Parameters parameters) {
        return (source, target) -> {
            Files.copy(source, target);
            return Files.size(target);
        };
    }
}
