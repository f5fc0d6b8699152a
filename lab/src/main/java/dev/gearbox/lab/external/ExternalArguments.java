package dev.gearbox.lab.external;

import dev.gearbox.lab.data.LabException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of {@link ExternalMain}, as pairs of an option and its value: first those of an {@link External}, then those of every subject.
 * <pre>
 *   --label L  --version V  --within-millis N  --set NAME=VALUE ...  --word W ...   --protocol P --port 0
 * </pre>
 *
 * @param label the name of the program in tables
 * @param version its version, or empty
 * @param withinMillis the time limit until it listens
 * @param environment variables added to the lab's own environment; values with placeholders
 * @param words the command, with placeholders
 * @param protocol the protocol to use
 */
record ExternalArguments(
        String label,
        String version,
        long withinMillis,
        Map<String, String> environment,
        List<String> words,
        String protocol) {
    /** The placeholder of the port. A command contains it at least once. */
    static final String PORT = "{port}";

    /** The placeholder of the folder in which it was built. */
    static final String FOLDER = "{folder}";

    /** The placeholder of the protocol with its parameters: {@code busy?millis=500}. */
    static final String PROTOCOL = "{protocol}";

    /** The placeholder of the number of processors that the server may use. */
    static final String PROCESSORS = "{processors}";

    static ExternalArguments parse(List<String> arguments) {
        String label = "";
        String version = "";
        long withinMillis = 0;
        Map<String, String> environment = new LinkedHashMap<>();
        List<String> words = new ArrayList<>();
        String protocol = "";
        if (arguments.size() % 2 != 0) {
            throw new LabException("an option has no value: " + String.join(" ", arguments));
        }
        for (int i = 0; i < arguments.size(); i += 2) {
            String value = arguments.get(i + 1);
            switch (arguments.get(i)) {
                case "--label" -> label = value;
                case "--version" -> version = value;
                case "--within-millis" -> withinMillis = Long.parseLong(value);
                case "--set" -> {
                    String[] pair = value.split("=", 2);
                    environment.put(pair[0], pair[1]);
                }
                case "--word" -> words.add(value);
                case "--protocol" -> protocol = value;
                case "--port" -> {} // 0 means any port, as for every subject; programs that do not support 0 get a free
                // one
                default ->
                    throw new LabException("an external program takes no " + arguments.get(i)
                            + ": the workload requires options that only engines have");
            }
        }
        return new ExternalArguments(label, version, withinMillis, environment, words, protocol);
    }

    /** Returns the command for that port. */
    List<String> command(int port, String folder) {
        return words.stream().map(word -> filled(word, port, folder)).toList();
    }

    /** Returns the environment variables for that port. */
    Map<String, String> environment(int port, String folder) {
        Map<String, String> set = new LinkedHashMap<>();
        environment.forEach((name, value) -> set.put(name, filled(value, port, folder)));
        return set;
    }

    private String filled(String text, int port, String folder) {
        return text.replace(PORT, Integer.toString(port))
                .replace(FOLDER, folder)
                .replace(PROTOCOL, protocol)
                .replace(PROCESSORS, Integer.toString(Runtime.getRuntime().availableProcessors()));
    }
}
