package dev.gearbox.load.loop;

import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Whether the generator's thread has a processor core that the server does not use. This decides two things. With its own core the thread never sleeps while
 * a slice runs, because an idle core wakes late; on a shared core, spinning would take time from the server. With its own core, the time during which the
 * thread was off that core is not caused by the server, so requests affected by it are kept out of the figures ({@link LoadReport#stalled}); on a shared core
 * the server itself may have held the core, so nothing is excluded. On a core that services of the server share with the thread, and yield to it, it sleeps, so that they
 * can run, and its stalls are still not caused by the server.
 */
public enum GeneratorCore {
    /** The thread spins, and requests affected by its own stalls go to a separate histogram. */
    OWN,
    /** The thread sleeps until shortly before a deadline, and its own stalls stay in the figures. */
    SHARED,
    /**
     * The thread sleeps until shortly before a deadline, or until an answer; the other programs on the core do not take it from the thread when they wake up
     * ({@code SCHED_BATCH}), and requests affected by its own stalls go to a separate histogram.
     */
    PREFERRED;

    /** The system property that selects one: {@code own}, {@code shared} or {@code preferred}. */
    public static final String PROPERTY = "gearbox.load.core";

    /**
     * Returns the value of {@link #PROPERTY}. Without that property: {@code OWN} if this process may use exactly one of several processors ({@code taskset}),
     * on Linux; otherwise {@code SHARED}. This method cannot see whether the server is pinned to the same core; in that case set the property.
     *
     * @throws BadPlanException if the property has any other value
     */
    public static GeneratorCore detect() {
        String said = System.getProperty(PROPERTY);
        if (said != null) {
            return switch (said) {
                case "own" -> OWN;
                case "shared" -> SHARED;
                case "preferred" -> PREFERRED;
                default ->
                    throw new BadPlanException(PROPERTY + ": unknown \"" + said + "\". Known: own, shared, preferred");
            };
        }
        return pinnedToOne(text("/proc/self/status"), text("/sys/devices/system/cpu/online")) ? OWN : SHARED;
    }

    /**
     * Returns by how many nanoseconds a write may exceed the length of a gap without being one. Where the loop sleeps between few requests, the peer sleeps too, and a write wakes its
     * idle core: in a virtual machine about 100 us, which are the peer's. Where the loop spins, requests follow each other, and the core is awake.
     */
    long writeCost() {
        return this == PREFERRED ? 100_000 : 0;
    }

    /** Returns whether a process with this status may use exactly one processor while several are online. */
    static boolean pinnedToOne(String status, String online) {
        String allowed = status.lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
        return isOne(allowed) && !online.isBlank() && !isOne(online.strip());
    }

    private static boolean isOne(String list) {
        return !list.isEmpty() && list.chars().allMatch(Character::isDigit);
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException _) {
            // Not Linux, or the information is missing: assume a shared core.
            return "";
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
