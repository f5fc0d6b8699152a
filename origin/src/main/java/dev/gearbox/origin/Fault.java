package dev.gearbox.origin;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An injected fault of an answer. */
public enum Fault {
    /** The connection is reset (RST) instead of an answer. */
    RESET,
    /** Nothing is ever answered; the connection stays until the client gives up. */
    STALL,
    /** Half of the body, then the end of the connection. */
    TRUNCATED,
    /** The page is sent slowly: a hundredth of it every 100 ms. */
    SLOW,
    /** Status 500 instead of the page. */
    ERROR,
    /** As many bytes as the page has, with its headers, but of no meaning. */
    GARBAGE,
    /** The page again and again, as fast as the client reads, without an end. */
    ENDLESS;

    /** Returns its name in options and reports. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Fault named(String key) {
        List<String> known = Arrays.stream(values()).map(Fault::key).toList();
        int index = known.indexOf(key);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "no fault \"" + key + "\". Known: " + known.stream().collect(Collectors.joining(", ")));
        }
        return values()[index];
    }
}
