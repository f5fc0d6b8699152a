package dev.gearbox.files.system;

import static dev.gearbox.files.system.FileConstants.*;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open folder, whose files are called by their names: the system does not look up each folder of a long path again for each file. Not thread-safe. Throws
 * the same exceptions as {@link java.nio.file.Files}.
 */
public final class NativeFolder implements AutoCloseable {
    /** The bytes of names that are read at once. */
    private static final int LIST = 32 << 10;

    private static final byte[] SELF = {'.'};
    private static final byte[] NO_NAME = {};
    private static final int OF_RECORD = 16;
    private static final int OF_NAME = 19;

    private final FileCalls calls;
    private final Path path;
    private final NativeFile folder;
    /** Whether the system has refused to name a file by its descriptor. */
    private boolean withoutDescriptors;

    private NativeFolder(FileCalls calls, Path path, int flags) throws IOException {
        this.calls = calls;
        this.path = path;
        this.folder = NativeFile.open(calls, path, flags | O_DIRECTORY, 0);
    }

    /** Opens a folder, which need not be readable, only accessible. */
    public static NativeFolder open(FileCalls calls, Path path) throws IOException {
        return new NativeFolder(calls, path, O_PATH);
    }

    /** Opens a folder whose names are to be read. */
    public static NativeFolder openToList(FileCalls calls, Path path) throws IOException {
        return new NativeFolder(calls, path, O_RDONLY);
    }

    /** Returns the attributes of the folder itself. */
    public FileStatus status() throws IOException {
        return folder.status();
    }

    /** Returns the names of everything in the folder, in the order of its file system. */
    public List<byte[]> names() throws IOException {
        List<byte[]> names = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.allocateDirect(LIST);
        long address = MemorySegment.ofBuffer(buffer).address();
        byte[] records = new byte[LIST];
        while (true) {
            int count = (int) folder.require(calls.entries(folder.descriptor(), address, LIST));
            if (count == 0) {
                return names;
            }
            // struct linux_dirent64: inode, offset, length of the record, type, name. An array is faster to search.
            buffer.get(0, records, 0, count);
            int next;
            for (int at = 0; at < count; at = next) {
                next = at + (records[at + OF_RECORD] & 0xff) + ((records[at + OF_RECORD + 1] & 0xff) << 8);
                int begin = at + OF_NAME;
                int end = begin;
                while (records[end] != 0) {
                    end++;
                }
                if (!isSelfOrParent(records, begin, end - begin)) {
                    names.add(Arrays.copyOfRange(records, begin, end));
                }
            }
        }
    }

    private static boolean isSelfOrParent(byte[] bytes, int at, int length) {
        return bytes[at] == '.' && (length == 1 || (length == 2 && bytes[at + 1] == '.'));
    }

    /** Returns the attributes of a file without opening it; of a symbolic link itself, not of its target. */
    public FileStatus status(byte[] name) throws IOException {
        require(calls.status(folder.descriptor(), name), name);
        return calls.latestStatus();
    }

    /** Returns the attributes of a file as above; null if there is none of this name. An exception for each would take longer than a copy. */
    public @Nullable FileStatus statusIfThere(byte[] name) throws IOException {
        long result = calls.status(folder.descriptor(), name);
        if (result == -ENOENT) {
            return null;
        }
        require(result, name);
        return calls.latestStatus();
    }

    /** Opens a file for reading. */
    public NativeFile read(byte[] name) throws IOException {
        return NativeFile.open(calls, folder.descriptor(), path, name, O_RDONLY, 0);
    }

    /** Creates a file for writing with these permissions, minus the umask. */
    public NativeFile create(byte[] name, int permissions) throws IOException {
        return NativeFile.open(calls, folder.descriptor(), path, name, O_RDWR | O_CREAT | O_EXCL, permissions);
    }

    /**
     * Creates a file without a name for writing, with these permissions, minus the umask. It vanishes when it is closed, or this process is killed, unless it
     * gets a name before.
     *
     * @return null if the file system has no such files
     */
    public @Nullable NativeFile createUnnamed(int permissions) throws IOException {
        int descriptor;
        do {
            descriptor = calls.open(folder.descriptor(), SELF, O_RDWR | O_TMPFILE | O_CLOEXEC, permissions);
        } while (descriptor == -EINTR);
        // A kernel or file system that does not know the flag takes it for an attempt to write to a folder.
        if (descriptor == -EOPNOTSUPP || descriptor == -EISDIR || descriptor == -EINVAL) {
            return null;
        }
        require(descriptor, NO_NAME);
        return new NativeFile(calls, path, NO_NAME, descriptor);
    }

    /** What became of the attempt to give a file a name. */
    public enum Linked {
        /** It has the name. */
        DONE,
        /** Another file has the name. */
        TAKEN,
        /** The system does not permit it. */
        REFUSED
    }

    /**
     * Gives a file that was created without a name this one. By its descriptor if the system permits it, which kernels before 6.10 do only for root: the
     * lookup of its link in /proc takes a fifth of the time of a small copy.
     */
    public Linked link(NativeFile file, byte[] name) throws IOException {
        if (!withoutDescriptors) {
            long result = calls.link(file.descriptor(), folder.descriptor(), name);
            if (result != -ENOENT) {
                return linked(result, name);
            }
            withoutDescriptors = true;
        }
        return linkByPath(file, name);
    }

    /** Gives a file this name by its link in /proc. */
    Linked linkByPath(NativeFile file, byte[] name) throws IOException {
        byte[] open = (NativeFile.LINKS + file.descriptor()).getBytes(StandardCharsets.US_ASCII);
        return linked(calls.link(open, folder.descriptor(), name), name);
    }

    private Linked linked(long result, byte[] name) throws IOException {
        if (result == -EEXIST) {
            return Linked.TAKEN;
        }
        if (result == -EPERM || result == -EXDEV || result == -ENOENT || result == -EOPNOTSUPP) {
            return Linked.REFUSED;
        }
        require(result, name);
        return Linked.DONE;
    }

    /** Renames a file atomically, and replaces a file that has the new name. */
    public void rename(byte[] from, byte[] to) throws IOException {
        require(calls.rename(folder.descriptor(), from, to), to);
    }

    /** Removes a file if it exists. */
    public void removeIfThere(byte[] name) throws IOException {
        long result = calls.remove(folder.descriptor(), name);
        if (result != -ENOENT) {
            require(result, name);
        }
    }

    private void require(long result, byte[] name) throws IOException {
        if (result < 0) {
            throw NativeFile.failure(PathBytes.resolve(path, name), result);
        }
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
