package dev.gearbox.files.system;

/** Constants of the Linux headers for files: the same on x86-64 and aarch64, except O_DIRECT and O_DIRECTORY. */
public final class FileConstants {
    // fcntl.h
    static final int O_RDONLY = 0;
    static final int O_WRONLY = 1;
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_TRUNC = 0x200;
    static final int O_DSYNC = 0x1000;
    static final int O_CLOEXEC = 0x80000;
    static final int O_PATH = 0x200000;
    private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
    static final int O_DIRECT = ARM ? 0x10000 : 0x4000;
    static final int O_DIRECTORY = ARM ? 0x4000 : 0x10000;
    static final int O_TMPFILE = 0x400000 | O_DIRECTORY;
    static final int CREATE_MODE = 0666;
    static final int AT_FDCWD = -100;
    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_SYMLINK_FOLLOW = 0x400;
    static final int AT_EMPTY_PATH = 0x1000;
    static final int FADV_SEQUENTIAL = 2;
    static final int FADV_DONTNEED = 4;

    // stat.h
    static final int STATX_BASIC_STATS = 0x7ff;

    // unistd.h
    static final int SEEK_SET = 0;
    static final int SEEK_END = 2;
    static final int SEEK_DATA = 3;
    static final int SEEK_HOLE = 4;

    // errno.h
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int ENXIO = 6;
    static final int EACCES = 13;
    static final int EEXIST = 17;
    static final int EXDEV = 18;
    static final int EISDIR = 21;
    static final int EINVAL = 22;
    static final int ENOSYS = 38;
    static final int ENOTTY = 25;
    static final int EOPNOTSUPP = 95;

    // fs.h, fiemap.h
    static final long FICLONE = 0x40049409L;
    static final long FIEMAP = 0xC020660BL;
    static final long FS_IOC_GETFLAGS = 0x80086601L;
    static final long FS_IOC_SETFLAGS = 0x40086602L;
    static final int FS_TOPDIR_FL = 0x20000;
    static final int FIEMAP_FLAG_SYNC = 1;
    static final int FIEMAP_EXTENT_LAST = 1;
    static final int FIEMAP_EXTENT_SHARED = 0x2000;

    private FileConstants() {}
}
