package dev.gearbox.files.system;

/** The numbers of the system calls for files: those of x86-64, and those of aarch64. */
final class CallNumbers {
    private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

    static final int IOCTL = ARM ? 29 : 16;
    static final int CLOSE = ARM ? 57 : 3;
    static final int LSEEK = ARM ? 62 : 8;
    static final int PREAD = ARM ? 67 : 17;
    static final int PWRITE = ARM ? 68 : 18;
    static final int MINCORE = ARM ? 232 : 27;
    static final int FSYNC = ARM ? 82 : 74;
    static final int FTRUNCATE = ARM ? 46 : 77;
    static final int FCHMOD = ARM ? 52 : 91;
    static final int FCHOWN = ARM ? 55 : 93;
    static final int FLISTXATTR = ARM ? 13 : 196;
    static final int GETDENTS = ARM ? 61 : 217;
    static final int FADVISE = ARM ? 223 : 221;
    static final int OPENAT = ARM ? 56 : 257;
    static final int UNLINKAT = ARM ? 35 : 263;
    static final int RENAMEAT = ARM ? 38 : 264;
    static final int LINKAT = ARM ? 37 : 265;
    static final int UTIMENSAT = ARM ? 88 : 280;
    static final int COPY_FILE_RANGE = ARM ? 285 : 326;
    static final int STATX = ARM ? 291 : 332;

    private CallNumbers() {}

    /** Returns whether these are the numbers of this processor. */
    static boolean known() {
        return ARM || System.getProperty("os.arch", "").equals("amd64");
    }
}
