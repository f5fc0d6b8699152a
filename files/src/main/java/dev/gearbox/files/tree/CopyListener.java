package dev.gearbox.files.tree;

import java.nio.file.Path;

/** Receives the progress of a copy. Called by the copying threads, concurrently. */
public interface CopyListener {
    /** A listener that does nothing. */
    CopyListener NONE = new CopyListener() {};

    /**
     * Called once, before copying begins.
     *
     * @param files the number of files of all kinds except folders
     * @param bytes the total size of the regular files
     */
    default void planned(long files, long bytes) {}

    /** Called after more bytes of a file were copied, or were skipped because they need not be copied. The file may still be incomplete. */
    default void bytes(long more) {}

    /** Called when a file is complete under its final name, or was kept unchanged. */
    default void copied(CopiedFile file, CopyWay way) {}

    /** Called for a file that is left out. */
    default void skipped(Path source) {}
}
