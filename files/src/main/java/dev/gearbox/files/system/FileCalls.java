package dev.gearbox.files.system;

import static dev.gearbox.files.system.FileConstants.AT_EMPTY_PATH;
import static dev.gearbox.files.system.FileConstants.AT_SYMLINK_NOFOLLOW;
import static dev.gearbox.files.system.FileConstants.STATX_BASIC_STATS;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/** The file system calls of the C library. Not thread-safe. Each returns what the call returns, or the errno as a negative number. */
@SuppressWarnings("restricted") // calling native code is the purpose of this class
public final class FileCalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO_OPTION = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle OPENAT =
            variadic("openat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT), 3);
    private static final MethodHandle RENAMEAT =
            handle("renameat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG));
    private static final MethodHandle UNLINKAT =
            handle("unlinkat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle PREAD =
            handle("pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle PWRITE =
            handle("pwrite", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle COPY_FILE_RANGE = handle(
            "copy_file_range",
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle IOCTL =
            variadic("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG), 2);
    private static final MethodHandle FADVISE =
            handle("posix_fadvise", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle FTRUNCATE =
            handle("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle LSEEK =
            handle("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle FSYNC = handle("fsync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FCHOWN =
            handle("fchown", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle FCHMOD = handle("fchmod", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle FUTIMENS = handle("futimens", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle STATX =
            handle("statx", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle FLISTXATTR =
            handle("flistxattr", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle MINCORE =
            handle("mincore", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS));
    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    /** The longest path that the system accepts, with its terminating zero. */
    private static final int SCRATCH = 4096;

    private static final long NO_NAME = Arena.global().allocate(1).address();

    private final MemorySegment state = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());

    /**
     * Memory for the arguments of a call: for each copied file, an arena for each argument would take longer than most of its calls. Passed as an
     * address, because checking that a segment is alive takes about as long as a short call.
     */
    private final MemorySegment scratch = Arena.ofAuto().allocate(SCRATCH, Long.BYTES);

    private final CString path = new CString(SCRATCH);
    private final CString newName = new CString(SCRATCH);

    /** The struct statx of the latest call for it. */
    final MemorySegment statx = Arena.ofAuto().allocate(FileStatus.BYTES, Long.BYTES);

    private final long statxAddress = statx.address();

    private static MethodHandle handle(String name, FunctionDescriptor signature) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature, ERRNO_OPTION);
    }

    private static MethodHandle variadic(String name, FunctionDescriptor signature, int fixed) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                signature,
                ERRNO_OPTION,
                Linker.Option.firstVariadicArg(fixed));
    }

    /** Returns why these calls are not available here; empty if they are. */
    public static Optional<String> absence() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return Optional.of("it calls Linux, and this is " + System.getProperty("os.name", ""));
        }
        Module module = FileCalls.class.getModule();
        return module.isNativeAccessEnabled()
                ? Optional.empty()
                : Optional.of("native access is not granted. Start java with --enable-native-access="
                        + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
    }

    private long result(long returned) {
        return returned >= 0 ? returned : -(int) ERRNO.get(state, 0L);
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
            MemorySegment text = (MemorySegment) STRERROR.invokeExact((int) errno);
            return text.reinterpret(256).getString(0);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Opens the file at a path, which is relative to a folder; a file that is created gets these permissions, minus the umask. */
    int open(int folder, byte[] name, int flags, int mode) {
        try {
            return (int) result((int) OPENAT.invokeExact(state, folder, path.set(name), flags, mode));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Renames a file within a folder, and replaces a file that has the new name. */
    long rename(int folder, byte[] from, byte[] to) {
        try {
            return result((int) RENAMEAT.invokeExact(state, folder, path.set(from), folder, newName.set(to)));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Removes a file, not a folder, from a folder. */
    long remove(int folder, byte[] name) {
        try {
            return result((int) UNLINKAT.invokeExact(state, folder, path.set(name), 0));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    int close(int file) {
        try {
            return (int) result((int) CLOSE.invokeExact(state, file));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long pread(int file, long address, long length, long offset) {
        try {
            return result((long) PREAD.invokeExact(state, file, address, length, offset));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long pwrite(int file, long address, long length, long offset) {
        try {
            return result((long) PWRITE.invokeExact(state, file, address, length, offset));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Copies from the current position of one file to the current position of the other. */
    long copyFileRange(int source, int target, long length) {
        try {
            return result((long) COPY_FILE_RANGE.invokeExact(
                    state, source, MemorySegment.NULL, target, MemorySegment.NULL, length, 0));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long ioctl(int file, long request, long argument) {
        try {
            return result((int) IOCTL.invokeExact(state, file, request, argument));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Returns 0 or the errno as a negative number: this call does not set errno. */
    long advise(int file, long offset, long length, int advice) {
        try {
            return -(int) FADVISE.invokeExact(state, file, offset, length, advice);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long truncate(int file, long length) {
        try {
            return result((int) FTRUNCATE.invokeExact(state, file, length));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long seek(int file, long offset, int whence) {
        try {
            return result((long) LSEEK.invokeExact(state, file, offset, whence));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Writes a byte for each page of mapped memory; its lowest bit is set if the page is resident. */
    long residency(MemorySegment mapped, MemorySegment pages) {
        try {
            return result((int) MINCORE.invokeExact(state, mapped.address(), mapped.byteSize(), pages));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long owner(int file, int user, int group) {
        try {
            return result((int) FCHOWN.invokeExact(state, file, user, group));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long mode(int file, int mode) {
        try {
            return result((int) FCHMOD.invokeExact(state, file, mode));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Sets the times of the last access and of the last modification: two struct timespec. */
    long times(int file, MemorySegment times) {
        try {
            return result((int) FUTIMENS.invokeExact(state, file, times.address()));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Reads the attributes of an open file into {@link #statx}. */
    long status(int file) {
        return status(file, NO_NAME, AT_EMPTY_PATH);
    }

    /** Reads the attributes of the file at a path, which is relative to a folder, into {@link #statx}; of a symbolic link itself. */
    long status(int folder, byte[] name) {
        return status(folder, path.set(name), AT_SYMLINK_NOFOLLOW);
    }

    private long status(int file, long address, int flags) {
        try {
            return result((int) STATX.invokeExact(state, file, address, flags, STATX_BASIC_STATS, statxAddress));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Returns the length of the list of extended attributes of an open file. */
    long attributeNames(int file) {
        try {
            return result((long) FLISTXATTR.invokeExact(state, file, MemorySegment.NULL, 0L));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    long sync(int file) {
        try {
            return result((int) FSYNC.invokeExact(state, file));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }
}
