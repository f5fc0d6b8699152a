package dev.gearbox.files.system;

import static dev.gearbox.files.system.CallNumbers.*;
import static dev.gearbox.files.system.FileConstants.AT_EMPTY_PATH;
import static dev.gearbox.files.system.FileConstants.AT_FDCWD;
import static dev.gearbox.files.system.FileConstants.AT_SYMLINK_FOLLOW;
import static dev.gearbox.files.system.FileConstants.AT_SYMLINK_NOFOLLOW;
import static dev.gearbox.files.system.FileConstants.STATX_BASIC_STATS;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.time.Instant;
import java.util.Optional;

/**
 * The file system calls. Not thread-safe. Each returns what the call returns, or the errno as a negative number.
 *
 * <p>All are made through one function of the C library, {@code syscall}, by their numbers. A handle for each function would have code of its own, which
 * the JVM makes at the start, interprets, and compiles: in a program that runs for a second, that takes longer than most of the calls.
 */
@SuppressWarnings("restricted") // calling native code is the purpose of this class
public final class FileCalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle SYSCALL = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("syscall"),
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.captureCallState("errno"),
            Linker.Option.firstVariadicArg(1));

    /** The longest path that the system accepts, with its terminating zero. */
    private static final int SCRATCH = 4096;

    private static final long NO_NAME = Arena.global().allocate(1).address();

    /** The struct with errno alone. */
    private final MemorySegment state = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());

    /** Memory for the arguments of a call: for each copied file, an arena for each argument would take longer than most of its calls. */
    private final MemorySegment scratch = Arena.ofAuto().allocate(SCRATCH, Long.BYTES);

    private final CString path = new CString(SCRATCH);
    private final CString newName = new CString(SCRATCH);

    /** The struct statx of the latest call for it, and an array for its contents. */
    private final LongBuffer statx = longs(FileStatus.WORDS);

    private final long statxAddress = MemorySegment.ofBuffer(statx).address();
    private final long[] statusWords = new long[FileStatus.WORDS];

    /** Two struct timespec. */
    private final LongBuffer times = longs(4);

    private final long timesAddress = MemorySegment.ofBuffer(times).address();

    private static LongBuffer longs(int count) {
        return ByteBuffer.allocateDirect(count * Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }

    /** Looked up when it is needed: most copies need no message. */
    private static final class Messages {
        static final MethodHandle STRERROR = LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
    }

    /** Returns why these calls are not available here; empty if they are. */
    public static Optional<String> absence() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return Optional.of("it calls Linux, and this is " + System.getProperty("os.name", ""));
        }
        if (!CallNumbers.known()) {
            return Optional.of("it calls Linux on x86-64 or aarch64, and this is " + System.getProperty("os.arch", ""));
        }
        Module module = FileCalls.class.getModule();
        return module.isNativeAccessEnabled()
                ? Optional.empty()
                : Optional.of("native access is not granted. Start java with --enable-native-access="
                        + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
    }

    private long call(long number, long a, long b, long c, long d, long e, long f) {
        try {
            long returned = (long) SYSCALL.invokeExact(state, number, a, b, c, d, e, f);
            return returned >= 0 ? returned : -state.get(JAVA_INT, 0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    private long call(long number, long a, long b, long c) {
        return call(number, a, b, c, 0, 0, 0);
    }

    /** These handles throw no exceptions of their own. */
    private static AssertionError impossible(Throwable thrown) {
        return new AssertionError("a native call threw", thrown);
    }

    /** Returns memory of this size for the arguments of the next call, with any contents. */
    MemorySegment scratch(long bytes) {
        return bytes <= SCRATCH ? scratch.asSlice(0, bytes) : Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    /** Returns the system's message for an errno. */
    public static String message(long errno) {
        try {
            MemorySegment text = (MemorySegment) Messages.STRERROR.invokeExact((int) errno);
            return text.reinterpret(256).getString(0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Opens the file at a path, which is relative to a folder; a file that is created gets these permissions, minus the umask. */
    int open(int folder, byte[] name, int flags, int mode) {
        return (int) call(OPENAT, folder, path.set(name), flags, mode, 0, 0);
    }

    /** Gives a file a name in a folder, which no file has yet. The path of the file may be a link of /proc to an open file. */
    long link(byte[] file, int folder, byte[] name) {
        return call(LINKAT, AT_FDCWD, path.set(file), folder, newName.set(name), AT_SYMLINK_FOLLOW, 0);
    }

    /** Gives an open file a name in a folder, which no file has yet; -ENOENT also if the system does not permit it. */
    long link(int file, int folder, byte[] name) {
        return call(LINKAT, file, NO_NAME, folder, newName.set(name), AT_EMPTY_PATH, 0);
    }

    /** Renames a file within a folder, and replaces a file that has the new name. */
    long rename(int folder, byte[] from, byte[] to) {
        return call(RENAMEAT, folder, path.set(from), folder, newName.set(to), 0, 0);
    }

    /** Removes a file, not a folder, from a folder. */
    long remove(int folder, byte[] name) {
        return call(UNLINKAT, folder, path.set(name), 0);
    }

    int close(int file) {
        return (int) call(CLOSE, file, 0, 0);
    }

    long pread(int file, long address, long length, long offset) {
        return call(PREAD, file, address, length, offset, 0, 0);
    }

    long pwrite(int file, long address, long length, long offset) {
        return call(PWRITE, file, address, length, offset, 0, 0);
    }

    /** Copies from the current position of one file to the current position of the other. */
    long copyFileRange(int source, int target, long length) {
        return call(COPY_FILE_RANGE, source, 0, target, 0, length, 0);
    }

    long ioctl(int file, long request, long argument) {
        return call(IOCTL, file, request, argument);
    }

    long advise(int file, long offset, long length, int advice) {
        return call(FADVISE, file, offset, length, advice, 0, 0);
    }

    long truncate(int file, long length) {
        return call(FTRUNCATE, file, length, 0);
    }

    long seek(int file, long offset, int whence) {
        return call(LSEEK, file, offset, whence);
    }

    /** Writes a byte for each page of mapped memory; its lowest bit is set if the page is resident. */
    long residency(MemorySegment mapped, MemorySegment pages) {
        return call(MINCORE, mapped.address(), mapped.byteSize(), pages.address());
    }

    long owner(int file, int user, int group) {
        return call(FCHOWN, file, user, group);
    }

    long mode(int file, int mode) {
        return call(FCHMOD, file, mode, 0);
    }

    /** Sets the times of the last access and of the last modification. */
    long times(int file, Instant read, Instant written) {
        times.put(0, read.getEpochSecond());
        times.put(1, read.getNano());
        times.put(2, written.getEpochSecond());
        times.put(3, written.getNano());
        return call(UTIMENSAT, file, 0, timesAddress, 0, 0, 0);
    }

    /** Reads names in a folder, as struct linux_dirent64; returns the number of bytes, 0 after the last one. */
    long entries(int folder, long address, int length) {
        return call(GETDENTS, folder, address, length);
    }

    /** Reads the attributes of an open file, for {@link #latestStatus}. */
    long status(int file) {
        return status(file, NO_NAME, AT_EMPTY_PATH);
    }

    /** Reads the attributes of the file at a path, which is relative to a folder, for {@link #latestStatus}; of a symbolic link itself. */
    long status(int folder, byte[] name) {
        return status(folder, path.set(name), AT_SYMLINK_NOFOLLOW);
    }

    private long status(int file, long address, int flags) {
        return call(STATX, file, address, flags, STATX_BASIC_STATS, statxAddress, 0);
    }

    /** Returns the attributes that the latest call read. */
    FileStatus latestStatus() {
        statx.get(0, statusWords);
        return FileStatus.of(statusWords);
    }

    /** Returns the length of the list of extended attributes of an open file. */
    long attributeNames(int file) {
        return call(FLISTXATTR, file, 0, 0);
    }

    long sync(int file) {
        return call(FSYNC, file, 0, 0);
    }
}
