package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.Portions;
import dev.gearbox.load.report.Recorder;

/**
 * Users with the same behavior: those of the script, whose times are reported, or a {@link Background}. Users are numbered consecutively across all
 * groups, starting with those of the script.
 *
 * @param entry the position in the program where they begin
 * @param persistent whether their connections stay open after a pass through the script
 * @param closed whether each runs the script again and again, rather than waiting for arrivals
 * @param firstUser the number of the first user
 * @param size the number of users
 * @param stagger the period over which their starts are spread, in nanoseconds
 * @param portions how slowly they send and read
 * @param recorder records their requests
 */
record UserGroup(
        int entry,
        boolean persistent,
        boolean closed,
        int firstUser,
        int size,
        long stagger,
        Portions portions,
        Recorder recorder) {
    /** Returns how long after the beginning of the load a user starts. */
    long startOf(User user) {
        return (long) ((double) stagger * (user.id - firstUser) / size);
    }
}
