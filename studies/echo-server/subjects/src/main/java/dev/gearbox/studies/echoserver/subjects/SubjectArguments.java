package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.BadSpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The arguments of the subject's JVM.
 *
 * @param engine the engine's spec
 * @param protocol the protocol's spec
 * @param offload the number of workers, or {@code elastic}; empty: on the engine's threads
 * @param port the port to listen on; 0: the system chooses
 * @param acceptQueue how many connections the system may queue before they are accepted; empty: as by default
 * @param room how many MiB of address space the JVM may get beyond what it has when it listens; empty: no limit
 */
public record SubjectArguments(
        String engine, String protocol, Optional<String> offload, int port, OptionalInt acceptQueue, OptionalInt room) {
    private static final List<String> KNOWN =
            List.of("--engine", "--protocol", "--offload", "--port", "--accept-queue", "--room");

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
                port(given.getOrDefault("--port", "0")),
                number(given, "--accept-queue", "connections"),
                number(given, "--room", "MiB"));
    }

    private static String required(Map<String, String> given, String option) {
        String value = given.get(option);
        if (value == null) {
            throw new BadSpecException(option + " is missing");
        }
        return value;
    }

    private static OptionalInt number(Map<String, String> given, String option, String what) {
        String text = given.get(option);
        if (text == null) {
            return OptionalInt.empty();
        }
        if (!text.matches("[1-9][0-9]{0,5}")) {
            throw new BadSpecException(option + " is a number of " + what + " from 1 to 999999, not \"" + text + "\"");
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    private static int port(String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new BadSpecException("--port is a number from 0 to 65535, not \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }
}
