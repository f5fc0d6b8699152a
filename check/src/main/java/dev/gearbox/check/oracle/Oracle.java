package dev.gearbox.check.oracle;

import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The behaviour of an {@link OracleServer}, so that the correct result is known before it is measured.
 *
 * @param mean the service time of each request, by deadline: the server spins until the clock reaches it. Not a number of iterations: the JIT
 *     compiler folds those, differently in each program. Zero: none
 * @param exponential whether service times are drawn from an exponential distribution with this mean; otherwise all are equal
 * @param extra a spin in addition to each service
 * @param stallAfter when the server stalls once, from its first request on
 * @param stall the duration of the stall; zero: never
 * @param lose one request in so many is never answered; 0: all are answered
 * @param spins whether it polls for requests without sleeping, so that its times include no wake-up. A server that must be idle between its slices
 *     sleeps
 * @param log where it records the begin and end of each service, see {@link ServiceLog}
 * @param seed the seed of its service times
 */
public record Oracle(
        Duration mean,
        boolean exponential,
        Duration extra,
        Duration stallAfter,
        Duration stall,
        int lose,
        boolean spins,
        Optional<Path> log,
        long seed) {
    /** Answers at once, and sleeps when there is nothing to do. */
    public static final Oracle PLAIN = new Oracle(
            Duration.ZERO, false, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, false, Optional.empty(), 1);

    /** The size of a request and of its answer, in bytes. */
    static final int BYTES = 64;

    /** The default protocol: sends back what it receives. */
    public static final String ECHO = "echo";

    /** The protocol for programs that support only HTTP. */
    public static final String HTTP = "http";

    public Oracle serving(Duration always) {
        return new Oracle(always, false, extra, stallAfter, stall, lose, spins, log, seed);
    }

    public Oracle servingExponential(Duration meanTime, long drawnFrom) {
        return new Oracle(meanTime, true, extra, stallAfter, stall, lose, spins, log, drawnFrom);
    }

    public Oracle spinningExtra(Duration more) {
        return new Oracle(mean, exponential, more, stallAfter, stall, lose, spins, log, seed);
    }

    public Oracle stalling(Duration after, Duration length) {
        return new Oracle(mean, exponential, extra, after, length, lose, spins, log, seed);
    }

    public Oracle losingOneOf(int requests) {
        return new Oracle(mean, exponential, extra, stallAfter, stall, requests, spins, log, seed);
    }

    public Oracle spinning() {
        return new Oracle(mean, exponential, extra, stallAfter, stall, lose, true, log, seed);
    }

    public Oracle logging(Path file) {
        return new Oracle(mean, exponential, extra, stallAfter, stall, lose, spins, Optional.of(file), seed);
    }

    /** Returns a server that does so, for the lab to start. */
    public Subject subject(String label) {
        return new Subject(
                label,
                new JvmLaunch.InModule("dev.gearbox.check", OracleServer.class.getName()),
                args(),
                List.of(),
                Set.of(ECHO, HTTP));
    }

    /** Returns the command-line arguments that {@link #parse} reads. */
    List<String> args() {
        List<String> args = new ArrayList<>(List.of(
                "--service",
                (exponential ? "exponential:" : "always:") + mean.toNanos(),
                "--extra",
                Long.toString(extra.toNanos()),
                "--stall",
                stallAfter.toNanos() + ":" + stall.toNanos(),
                "--lose",
                Integer.toString(lose),
                "--spins",
                Boolean.toString(spins),
                "--seed",
                Long.toString(seed)));
        log.ifPresent(file -> args.addAll(List.of("--log", file.toString())));
        return args;
    }

    /** The server's arguments: its own, and those of the lab. */
    record Told(Oracle oracle, String protocol, int port) {}

    /**
     * Parses the server's own arguments and the lab's.
     *
     * @throws IllegalArgumentException naming the invalid argument
     */
    static Told parse(List<String> words) {
        Oracle oracle = PLAIN;
        String protocol = ECHO;
        int port = 0;
        if (words.size() % 2 != 0) {
            throw new IllegalArgumentException("expected pairs of option and value: " + words);
        }
        for (int i = 0; i < words.size(); i += 2) {
            String value = words.get(i + 1);
            String[] parts = value.split(":", -1);
            switch (words.get(i)) {
                case "--service" ->
                    oracle = parts[0].equals("exponential")
                            ? oracle.servingExponential(nanos(parts[1]), oracle.seed)
                            : oracle.serving(nanos(parts[1]));
                case "--extra" -> oracle = oracle.spinningExtra(nanos(value));
                case "--stall" -> oracle = oracle.stalling(nanos(parts[0]), nanos(parts[1]));
                case "--lose" -> oracle = oracle.losingOneOf(Integer.parseInt(value));
                case "--spins" -> oracle = Boolean.parseBoolean(value) ? oracle.spinning() : oracle;
                case "--seed" ->
                    oracle =
                            oracle.exponential ? oracle.servingExponential(oracle.mean, Long.parseLong(value)) : oracle;
                case "--log" -> oracle = oracle.logging(Path.of(value));
                case "--protocol" -> protocol = value;
                case "--port" -> port = Integer.parseInt(value);
                default -> throw new IllegalArgumentException("unknown option " + words.get(i));
            }
        }
        if (!protocol.equals(ECHO) && !protocol.equals(HTTP)) {
            throw new IllegalArgumentException("unknown protocol " + protocol + ": expected " + ECHO + " or " + HTTP);
        }
        return new Told(oracle, protocol, port);
    }

    private static Duration nanos(String number) {
        return Duration.ofNanos(Long.parseLong(number));
    }
}
