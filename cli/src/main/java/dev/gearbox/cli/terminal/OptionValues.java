package dev.gearbox.cli.terminal;

import dev.gearbox.core.model.Durations;
import dev.gearbox.core.model.NearestName;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the values of options; the error message for an invalid value lists what is valid. */
public final class OptionValues {
    private OptionValues() {}

    public static int port(String word) {
        return (int) integer("--port", word, 0, 65_535);
    }

    /** An integer within bounds. */
    public static long integer(String option, String word, long least, long most) {
        try {
            long number = Long.parseLong(word);
            if (least <= number && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new UsageException(range(option, word, least, most), notANumber);
        }
        throw new UsageException(range(option, word, least, most));
    }

    /** A duration such as 10s, 250ms, 2m, 24h. */
    public static Duration duration(String option, String word) {
        return Durations.parse(word)
                .orElseThrow(() -> new UsageException(
                        option + " cannot be \"" + word + "\". It takes a duration such as 10s, 250ms or 2m"));
    }

    public static InetSocketAddress address(String host, int port) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UsageException("unknown host \"" + host + "\". Give an address, or a name that resolves");
        }
        return address;
    }

    /** An address as written in a command: 127.0.0.1:7007, [0:0:0:0:0:0:0:1]:7007. */
    public static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** "no WHAT "NAME". Did you mean ...? Known: ..." */
    public static UsageException unknown(String what, String name, List<String> known) {
        return new UsageException(NearestName.none(what, name, known));
    }

    /** The name of a constant in text and JSON: half-close. */
    public static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String range(String option, String word, long least, long most) {
        return option + " cannot be \"" + word + "\". It takes: integer from " + least + " to " + most;
    }

    /** The option's name if it is given, for messages about options that do not apply. */
    public static Optional<String> given(String option, boolean is) {
        return is ? Optional.of(option) : Optional.empty();
    }
}
