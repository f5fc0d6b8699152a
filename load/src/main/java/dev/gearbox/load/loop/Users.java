package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Portions;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.report.Gaps;
import dev.gearbox.load.report.Recorder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** All users of a plan: those of its script, and the groups of its {@link Background}, numbered consecutively. */
final class Users {
    /** The delay between the first connects of two users that reconnect and have no pause to spread over, in nanoseconds. */
    private static final long START_GAP = 20_000;

    private final LoadPlan plan;
    private final UserGroup[] groups;
    private final User[] users;
    private final User[] standing;
    private final User[] coming;

    Users(LoadPlan plan, Program program, Gaps gaps) {
        this.plan = plan;
        groups = new UserGroup[1 + plan.background().size()];
        int count = plan.arrivals().connections();
        groups[0] = new UserGroup(
                0,
                program.persistent(),
                plan.arrivals() instanceof Arrivals.Closed,
                0,
                count,
                stagger(plan.script(), program.persistent(), count),
                Portions.NONE,
                new Recorder(gaps, !(plan.arrivals() instanceof Arrivals.Closed)));
        for (int i = 0; i < plan.background().size(); i++) {
            Background group = plan.background().get(i);
            boolean persistent = program.backgroundPersistent(i);
            // A user that pauses for longer than the warm-up must also have begun, and been answered, by the end of the
            // warm-up.
            long over = Math.min(
                    stagger(group.script(), persistent, group.users()),
                    plan.warmUp().toNanos() / 2);
            groups[i + 1] = new UserGroup(
                    program.backgroundEntry(i),
                    persistent,
                    true,
                    count,
                    group.users(),
                    over,
                    group.portions(),
                    new Recorder(gaps, false));
            count += group.users();
        }
        users = Arrays.stream(groups)
                .flatMap(group -> IntStream.range(0, group.size())
                        .mapToObj(i -> new User(group.firstUser() + i, group, program.loops())))
                .toArray(User[]::new);
        standing = Arrays.stream(users).filter(user -> user.group.persistent()).toArray(User[]::new);
        coming = Arrays.stream(users)
                .filter(user -> user.group.closed() && !user.group.persistent())
                .toArray(User[]::new);
    }

    private static long stagger(Script script, boolean persistent, int users) {
        return Math.max(Program.firstPause(script.steps()).toNanos(), persistent ? 0 : users * START_GAP);
    }

    User[] users() {
        return users;
    }

    /** Returns the users whose connections are open before the load begins. */
    User[] standing() {
        return standing;
    }

    /** Returns the closed-loop users that reconnect in each pass. */
    User[] coming() {
        return coming;
    }

    /** Returns whether any users reconnect, in a closed loop or an open one. */
    boolean churns() {
        return standing.length < users.length;
    }

    /** Returns the users of the script. */
    UserGroup script() {
        return groups[0];
    }

    /** Applies an action to the recorder of each group. */
    void record(Consumer<Recorder> what) {
        for (UserGroup group : groups) {
            what.accept(group.recorder());
        }
    }

    /** Returns the errors of all users so far. */
    long errors() {
        return Arrays.stream(groups)
                .mapToLong(group -> group.recorder().errors().all())
                .sum();
    }

    /** Returns the results of the background groups, by name. */
    Map<String, Recorder> background() {
        Map<String, Recorder> background = new LinkedHashMap<>();
        for (int i = 1; i < groups.length; i++) {
            background.put(plan.background().get(i - 1).name(), groups[i].recorder());
        }
        return background;
    }
}
