package dev.gearbox.studies.filecopy;

import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.copy.CopyStrategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Determines whether a file system supports clones, files that share their blocks, by creating one. */
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
