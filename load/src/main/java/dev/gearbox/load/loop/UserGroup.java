package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Background;
import dev.gearbox.load.report.Recorder;

/**
 * Users who do the same: those of the script, whose times are reported, or a {@link Background}. The users of all groups are numbered
 * through, the script's first.
 *
 * @param entry where in the program they begin
 * @param persistent whether their connections outlive a pass through the script
 * @param closed whether each runs the script again and again, rather than waiting for arrivals
 * @param firstUser the number of the first one
 * @param size how many there are
 * @param stagger over how long their starts are spread, in nanoseconds
 * @param recorder what they see goes there
 */
record UserGroup(
        int entry, boolean persistent, boolean closed, int firstUser, int size, long stagger, Recorder recorder) {
    /** How long after the beginning of the load a user starts. */
    long startOf(User user) {
        return (long) ((double) stagger * (user.id - firstUser) / size);
    }
}
