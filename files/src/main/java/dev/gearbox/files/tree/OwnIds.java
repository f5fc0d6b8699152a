package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The user and the group of this process, which the files that it creates get. Asking for them once saves two system calls for each file.
 *
 * @param user the effective user id
 * @param group the effective group id
 */
record OwnIds(int user, int group) {
    /** The owner of the folder of a process is its effective user. */
    private static final Path SELF = Path.of("/proc/self");

    private static final int OWNER_MAY_READ = 0400;

    static OwnIds read() throws IOException {
        UnixAttributes self = UnixAttributes.of(SELF.toRealPath());
        return new OwnIds(self.user(), self.group());
    }

    /** Returns whether a file belongs to this user and this group. */
    boolean own(UnixAttributes file) {
        return file.user() == user && file.group() == group;
    }

    /** Returns whether the permissions of a file suffice to know that this user may read it. If not, the system has to be asked. */
    boolean surelyMayRead(UnixAttributes file) {
        return file.user() == user && (file.permissions() & OWNER_MAY_READ) != 0;
    }
}
