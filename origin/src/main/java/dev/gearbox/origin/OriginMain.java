package dev.gearbox.origin;

import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The origin as an instrument of the lab: serves on the loopback interface until the lab disconnects, and reports its counters and its lateness when
 * asked. Options are those of {@code gearbox origin}: {@code --port N --delay T --size S --pages N --from PATH --link RATE --fault KIND=SHARE --seed
 * N --engine SPEC}. Exit code 2 and one line on standard error: invalid options.
 */
public final class OriginMain {
    private static final Set<String> OPTIONS =
            new TreeSet<>(List.of("port", "delay", "size", "pages", "from", "link", "fault", "seed", "engine"));

    private OriginMain() {}

    /**
     * Serves.
     *
     * @param arguments see the class comment
     */
    public static void main(String[] arguments) {
        try {
            serve(options(arguments));
        } catch (IllegalArgumentException | IOException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }

    private static void serve(Map<String, String> options) throws IOException {
        long seed = Long.parseLong(options.getOrDefault("seed", "1"));
        String link = options.get("link");
        OriginPlan plan = new OriginPlan(
                Delay.parse(options.getOrDefault("delay", "0")),
                link == null ? 0 : OriginPlan.rate(link),
                options.containsKey("fault") ? Faults.parse(options.getOrDefault("fault", "")) : Faults.NONE,
                seed);
        Origin origin = Origin.start(
                plan,
                pages(options, seed),
                options.get("engine"),
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), Integer.parseInt(options.getOrDefault("port", "0"))));
        OriginWarmUp.of(origin.engine());
        SubjectConsole.serve(
                origin.address().getPort(), Map.of("engine", origin.engine()), () -> told(origin.counts()));
    }

    private static Pages pages(Map<String, String> options, long seed) throws IOException {
        String from = options.get("from");
        return from != null
                ? StoredPages.of(Path.of(from))
                : new SyntheticPages(
                        Integer.parseInt(options.getOrDefault("pages", "1000")),
                        Math.toIntExact(OriginPlan.size(options.getOrDefault("size", "1KiB"))),
                        seed);
    }

    static Map<String, Object> told(OriginCounts counts) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("connections", counts.connections());
        told.put("requests", counts.requests());
        told.put("pages", counts.pages());
        told.put("bytes", counts.bytes());
        told.put("missing", counts.missing());
        Map<String, Long> faults = new LinkedHashMap<>();
        counts.faults().forEach((fault, count) -> faults.put(fault.key(), count));
        told.put("faults", faults);
        told.put("lateness", Lateness.encoded(counts.lateness()));
        return told;
    }

    static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (!OPTIONS.contains(name) || i + 1 == arguments.length) {
                throw new IllegalArgumentException("\"" + arguments[i] + "\" is not an option with a value. Options: --"
                        + String.join(", --", OPTIONS));
            }
            options.put(name, arguments[i + 1]);
        }
        return options;
    }
}
