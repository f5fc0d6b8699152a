package dev.gearbox.files.system;

import static dev.gearbox.files.system.FileConstants.*;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An open folder, whose files are called by their names: the system does not look up each folder of a long path again for each file. Not thread-safe. Throws
 * the same exceptions as {@link java.nio.file.Files}. The folder need not be readable, only accessible.
 */
public final class NativeFolder implements AutoCloseable {
    private final FileCalls calls;
    private final NativeFile folder;

    private NativeFolder(FileCalls calls, NativeFile folder) {
        this.calls = calls;
        this.folder = folder;
    }

    /** Opens a folder. */
    public static NativeFolder open(FileCalls calls, Path path) throws IOException {
        return new NativeFolder(
                calls, NativeFile.open(calls, AT_FDCWD, PathBytes.of(path), path, O_PATH | O_DIRECTORY, 0));
    }

    /** Returns the attributes of the folder itself. */
    public FileStatus status() throws IOException {
        return folder.status();
    }

    /**
     * Returns the attributes of a file without opening it; of a symbolic link itself, not of its target.
     *
     * @param path the path of the file, for a message
     */
    public FileStatus status(byte[] name, Path path) throws IOException {
        long result = calls.status(folder.descriptor(), name);
        if (result < 0) {
            throw NativeFile.failure(path, result);
        }
        return FileStatus.of(calls.statx);
    }

    /** Returns the attributes of a file as above; null if there is none of this name. An exception for each would take longer than a copy. */
    public @Nullable FileStatus statusIfThere(byte[] name, Path path) throws IOException {
        long result = calls.status(folder.descriptor(), name);
        if (result == -ENOENT) {
            return null;
        }
        if (result < 0) {
            throw NativeFile.failure(path, result);
        }
        return FileStatus.of(calls.statx);
    }

    /** Opens a file for reading. */
    public NativeFile read(byte[] name, Path path) throws IOException {
        return NativeFile.open(calls, folder.descriptor(), name, path, O_RDONLY, 0);
    }

    /** Creates a file for writing with these permissions, minus the umask. */
    public NativeFile create(byte[] name, Path path, int permissions) throws IOException {
        return NativeFile.open(calls, folder.descriptor(), name, path, O_RDWR | O_CREAT | O_EXCL, permissions);
    }

    /** Renames a file atomically, and replaces a file that has the new name. */
    public void rename(byte[] from, byte[] to, Path path) throws IOException {
        long result = calls.rename(folder.descriptor(), from, to);
        if (result < 0) {
            throw NativeFile.failure(path, result);
        }
    }

    /** Removes a file if it exists. */
    public void removeIfThere(byte[] name, Path path) throws IOException {
        long result = calls.remove(folder.descriptor(), name);
        if (result < 0 && result != -ENOENT) {
            throw NativeFile.failure(path, result);
        }
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
