package dev.gearbox.load.loop;

import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Whether the generator's thread has a processor core that the server does not use. Two things follow. With a core of its own it never
 * sleeps while a slice runs, because an idle core is woken late; sharing, its spinning would be taken from the server. And with a core of its
 * own the time that it was kept from it is none of the server's doing, so that the requests of that time are taken out of the figures
 * ({@link LoadReport#stalled}); sharing, it might be the server itself that held the core, and nothing is taken out.
 */
public enum GeneratorCore {
    /** It spins, and requests that its own stalls touched go to a histogram of their own. */
    OWN,
    /** It sleeps until shortly before a deadline, and its own stalls stay in the figures. */
    SHARED;

    /** The system property that says which: {@code own} or {@code shared}. */
    public static final String PROPERTY = "gearbox.load.core";

    /**
     * What {@link #PROPERTY} says. Without it: a core of its own if this process may use exactly one of several ({@code taskset}), on
     * Linux; shared otherwise. It cannot see whether the server was pinned to the same core: whoever does that sets the property.
     *
     * @throws BadPlanException if the property says anything else
     */
    public static GeneratorCore detect() {
        String said = System.getProperty(PROPERTY);
        if (said != null) {
            return switch (said) {
                case "own" -> OWN;
                case "shared" -> SHARED;
                default -> throw new BadPlanException(PROPERTY + ": unknown \"" + said + "\". Known: own, shared");
            };
        }
        return pinnedToOne(text("/proc/self/status"), text("/sys/devices/system/cpu/online")) ? OWN : SHARED;
    }

    /** Whether a process with this status may use one processor alone, of several that are online. */
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
            // Another system than Linux, or one that does not tell: then nothing is known of a core of its own.
            return "";
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
