package dev.gearbox.lab.external;

import dev.gearbox.lab.data.LabException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link ExternalMain} is told, as pairs of an option and its value: first those of an {@link External}, then those
 * that every subject gets.
 * <pre>
 *   --label L  --version V  --within-millis N  --set NAME=VALUE ...  --word W ...   --protocol P --port 0
 * </pre>
 *
 * @param label what tables call the program
 * @param version what it says of its version, or empty
 * @param withinMillis how long it may take until it listens
 * @param environment what is set for it besides the lab's own environment; values with placeholders
 * @param words the command, with placeholders
 * @param protocol what it shall speak
 */
record ExternalArguments(
        String label,
        String version,
        long withinMillis,
        Map<String, String> environment,
        List<String> words,
        String protocol) {
    /** Where the port goes. A command has it at least once. */
    static final String PORT = "{port}";

    /** Where the folder goes in which it was built. */
    static final String FOLDER = "{folder}";

    /** Where the name of the protocol goes, with its parameters: {@code busy?millis=500}. */
    static final String PROTOCOL = "{protocol}";

    /** Where the number of processors goes that the server may use. */
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
                case "--port" -> {} // "any", as for every subject: programs that take no 0 get a free one
                default ->
                    throw new LabException("an external program takes no " + arguments.get(i)
                            + ": the workload asks for what only engines have");
            }
        }
        return new ExternalArguments(label, version, withinMillis, environment, words, protocol);
    }

    /** The command for that port. */
    List<String> command(int port, String folder) {
        return words.stream().map(word -> filled(word, port, folder)).toList();
    }

    /** What is set for it, for that port. */
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
