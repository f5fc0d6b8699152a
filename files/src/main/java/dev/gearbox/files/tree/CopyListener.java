package dev.gearbox.files.tree;

import java.nio.file.Path;

/** Hears how a copy goes. Called by the threads that copy, at any time and by several at once. */
public interface CopyListener {
    /** Does nothing. */
    CopyListener NONE = new CopyListener() {};

    /**
     * All that is to be copied is known.
     *
     * @param files of all kinds but folders
     * @param bytes of regular files
     */
    default void planned(long files, long bytes) {}

    /** So many more bytes were copied, of a file that may not be whole yet, or need not be copied. */
    default void bytes(long more) {}

    /** A file is whole and has its name, or is left as it was. */
    default void copied(Path source, Path target, CopyWay way) {}

    /** A file is left out. */
    default void skipped(Path source) {}
}
