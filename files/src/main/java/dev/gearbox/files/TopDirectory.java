package dev.gearbox.files;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A directory whose subdirectories belong to different things, so that ext2 to ext4 distribute them over the block groups of the disk instead of
 * placing them next to each other: the inode flag of {@code chattr +T}. This matters where many files are created soon after many were removed.
 * Without a journal, ext4 does not reuse an inode within a minute of its removal while another one of its group is free, and looks at each of them for
 * every new file: up to a millisecond of processor time, and most of the cost of copying a small file. In a new group there are none.
 */
public final class TopDirectory {
    private TopDirectory() {}

    /**
     * Marks a directory.
     *
     * @return false if its file system has no such flag, or where the calls are not {@linkplain PageCache#absence() available}
     * @throws IOException if the directory cannot be opened, or the user may not change its flags
     */
    public static boolean mark(Path directory) throws IOException {
        if (FileCalls.absence().isPresent()) {
            return false;
        }
        try (NativeFile open = NativeFile.read(new FileCalls(), directory)) {
            return open.markTop();
        }
    }
}
