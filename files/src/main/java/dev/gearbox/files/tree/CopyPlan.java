package dev.gearbox.files.tree;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is to be copied, found before anything is.
 *
 * @param folders from the top down, so that each comes after the one that it is in
 * @param files of all kinds but folders
 * @param bytes of all regular files
 * @param skipped devices, pipes and sockets that are left out
 */
record CopyPlan(List<Entry> folders, List<Entry> files, long bytes, List<Path> skipped) {
    CopyPlan {
        folders = List.copyOf(folders);
        files = List.copyOf(files);
        skipped = List.copyOf(skipped);
    }

    /**
     * One of them.
     *
     * @param source where it is
     * @param target where it goes
     * @param attributes of the source
     * @param there of what has the name of the target already; null: nothing
     */
    record Entry(
            Path source,
            Path target,
            UnixAttributes attributes,
            @Nullable UnixAttributes there) {
        /** Whether what is there needs not be copied again. */
        boolean isThere() {
            return there != null && there.isCopyOf(attributes);
        }
    }
}
