package dev.gearbox.files.tree;

import java.nio.file.Path;

/** A file that is copied. Its paths are made when they are asked for: most copies need none of them. */
public interface CopiedFile {
    /** Returns the source path. */
    Path source();

    /** Returns the target path. */
    Path target();
}
