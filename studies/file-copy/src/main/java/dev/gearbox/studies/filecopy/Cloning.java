package dev.gearbox.studies.filecopy;

import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.copy.CopyStrategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a file system can make files that share their blocks, found out by making one. */
final class Cloning {
    private Cloning() {}

    static boolean works(Path folder) {
        try (CopyStrategy reflink = CopyStrategies.create("reflink");
                OwnedFolder own = OwnedFolder.in(folder)) {
            Path source = Files.writeString(own.path().resolve("source"), "x");
            return reflink.copy(source, own.path().resolve("target")) == 1;
        } catch (IOException cannot) {
            return false;
        }
    }
}
