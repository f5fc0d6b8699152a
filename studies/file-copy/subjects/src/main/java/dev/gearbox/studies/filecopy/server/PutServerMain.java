package dev.gearbox.studies.filecopy.server;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.subject.CarrierProbe;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The main class of the subject's JVM: serves until the lab disconnects. Arguments: {@code --write SPEC|none --protocol put --carriers N --most N
 * [--port N]}. If they are invalid, it prints one line on standard error and exits with code 2.
 */
public final class PutServerMain {
    private static final List<String> KNOWN = List.of("--write", "--protocol", "--carriers", "--most", "--port");

    private PutServerMain() {}

    /**
     * Runs the server.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        try {
            Map<String, String> options = options(List.of(arguments));
            // The scheduler reads these properties when the first virtual thread is created, which is later.
            System.setProperty("jdk.virtualThreadScheduler.parallelism", options.getOrDefault("--carriers", "1"));
            System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", options.getOrDefault("--most", "256"));
            PutRow row = PutRow.of(options.getOrDefault("--write", PutRow.NONE));
            PutServer server = new PutServer(row.open(), Path.of("").toAbsolutePath());
            CarrierProbe probe = CarrierProbe.start();
            int port = server.listen(Integer.parseInt(options.getOrDefault("--port", "0")));
            Map<String, Object> stamp = new LinkedHashMap<>();
            stamp.put("write", row.spec());
            stamp.put("carriers", options.getOrDefault("--carriers", "1"));
            stamp.put("mostCarriers", options.getOrDefault("--most", "256"));
            SubjectConsole.serve(
                    port,
                    stamp,
                    () -> Map.of("puts", server.puts(), "failures", server.failures(), "carriers", probe.stats()));
        } catch (BadSpecException | IOException | NumberFormatException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }

    static Map<String, String> options(List<String> arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            if (!KNOWN.contains(arguments.get(i)) || i + 1 == arguments.size()) {
                throw new BadSpecException("takes " + String.join(", ", KNOWN) + ", each with a value, not "
                        + String.join(" ", arguments));
            }
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        return options;
    }
}
