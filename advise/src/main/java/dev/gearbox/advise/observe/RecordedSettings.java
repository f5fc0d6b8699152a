package dev.gearbox.advise.observe;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a recording leaves out by its settings: events shorter than a threshold, and since JDK 25 those above a rate. Where the settings changed, the strictest
 * counts. A recording that does not tell its settings is taken as complete.
 */
final class RecordedSettings {
    private static final String THRESHOLD = "threshold";
    private static final String THROTTLE = "throttle";
    private static final String OFF = "off";

    private final Map<String, Duration> thresholds = new HashMap<>();
    private final Map<String, String> throttles = new HashMap<>();
    private final Map<String, Boolean> enabled = new HashMap<>();

    /**
     * Adds a setting.
     *
     * @param event such as {@code jdk.SocketRead}
     * @param name such as {@code threshold}
     * @param value such as {@code 20 ms}
     */
    void add(String event, String name, String value) {
        switch (name) {
            case THRESHOLD ->
                thresholds.merge(event, duration(value), (left, right) -> left.compareTo(right) > 0 ? left : right);
            case THROTTLE -> {
                if (!value.isBlank() && !value.equals(OFF)) {
                    throttles.put(event, value);
                }
            }
            case "enabled" -> enabled.merge(event, Boolean.parseBoolean(value), Boolean::logicalAnd);
            default -> {}
        }
    }

    /** Returns why transfers of sockets cannot be counted; empty if they can. */
    Optional<String> uncountable() {
        for (String event : new String[] {RecordingReader.READ, RecordingReader.WRITE}) {
            if (Boolean.FALSE.equals(enabled.get(event))) {
                return Optional.of("it was made with " + event + " disabled");
            }
            if (throttles.containsKey(event)) {
                return Optional.of("it has at most " + throttles.get(event) + " of " + event + " (its throttle)");
            }
            Duration threshold = threshold(event);
            if (threshold.isPositive()) {
                return Optional.of("it has " + event + " only above " + text(threshold) + " (its threshold)");
            }
        }
        return Optional.empty();
    }

    /** Returns the length of the longest wait of a thread that the recording may leave out. */
    Duration hiddenWait() {
        return RecordingReader.WAITS.stream()
                .map(this::threshold)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private Duration threshold(String event) {
        return Objects.requireNonNullElse(thresholds.get(event), Duration.ZERO);
    }

    /** JFR writes a number and a unit. What is neither is no threshold. */
    private static Duration duration(String value) {
        String[] parts = value.strip().split(" +", 2);
        if (parts.length != 2 || !parts[0].matches("\\d{1,12}")) {
            return Duration.ZERO;
        }
        long number = Long.parseLong(parts[0]);
        return switch (parts[1]) {
            case "ns" -> Duration.ofNanos(number);
            case "us" -> Duration.ofNanos(number * 1000);
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ZERO;
        };
    }

    private static String text(Duration time) {
        return time.toMillis() > 0 ? time.toMillis() + " ms" : time.toNanos() / 1000 + " us";
    }
}
