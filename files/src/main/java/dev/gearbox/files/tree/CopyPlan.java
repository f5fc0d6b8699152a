package dev.gearbox.files.tree;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything to copy, determined before the first file is copied.
 *
 * @param folders from the top down: each comes after its parent
 * @param files files of all kinds except folders
 * @param bytes the total size of the regular files
 * @param skipped devices, pipes and sockets that are left out
 */
record CopyPlan(List<Entry> folders, List<Entry> files, long bytes, List<Path> skipped) {
    CopyPlan {
        folders = List.copyOf(folders);
        files = List.copyOf(files);
        skipped = List.copyOf(skipped);
    }

    /**
     * A file or folder to copy.
     *
     * @param source the source path
     * @param target the target path
     * @param attributes the attributes of the source
     * @param there the attributes of the existing target; null: the target does not exist
     */
    record Entry(
            Path source,
            Path target,
            UnixAttributes attributes,
            @Nullable UnixAttributes there) {
        /** Returns whether the existing target is a complete copy already. */
        boolean isThere() {
            return there != null && there.isCopyOf(attributes);
        }
    }
}
