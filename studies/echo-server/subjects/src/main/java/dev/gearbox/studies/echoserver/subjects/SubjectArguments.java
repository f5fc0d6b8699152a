package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.BadSpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of the subject's JVM.
 *
 * @param engine the engine's spec
 * @param protocol the protocol's spec
 * @param offload the number of workers, or {@code elastic}; empty: on the engine's threads
 * @param port the port to listen on; 0: the system chooses
 */
public record SubjectArguments(String engine, String protocol, Optional<String> offload, int port) {
    private static final List<String> KNOWN = List.of("--engine", "--protocol", "--offload", "--port");

    /** Parses pairs of option and value; the last occurrence of an option wins, which is the workload's. */
    public static SubjectArguments parse(String... arguments) {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!KNOWN.contains(arguments[i])) {
                throw new BadSpecException(
                        "unknown option \"" + arguments[i] + "\". Known: " + String.join(", ", KNOWN));
            }
            if (i + 1 == arguments.length) {
                throw new BadSpecException(arguments[i] + " needs a value");
            }
            given.put(arguments[i], arguments[i + 1]);
        }
        return new SubjectArguments(
                required(given, "--engine"),
                required(given, "--protocol"),
                Optional.ofNullable(given.get("--offload")).map(EchoProtocols::checkOffload),
                port(given.getOrDefault("--port", "0")));
    }

    private static String required(Map<String, String> given, String option) {
        String value = given.get(option);
        if (value == null) {
            throw new BadSpecException(option + " is missing");
        }
        return value;
    }

    private static int port(String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new BadSpecException("--port is a number from 0 to 65535, not \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }
}
