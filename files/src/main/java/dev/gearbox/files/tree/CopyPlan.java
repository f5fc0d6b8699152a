package dev.gearbox.files.tree;

import java.nio.file.Path;
import java.util.List;

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
     */
    record Entry(Path source, Path target, UnixAttributes attributes) {}
}
