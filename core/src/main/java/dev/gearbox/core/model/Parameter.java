package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One thing about a model that may be set, with what it is when nobody sets it. */
public sealed interface Parameter {
    /** As in a spec: {@code threads} in {@code pool?threads=5}. */
    String name();

    /** The value, as in a spec, that holds when none is given. */
    String fallback();

    /** What it means, in a line. */
    String meaning();

    /** The values it takes, in words for a message. */
    String accepts();

    /** Whether {@code value} is one of them. */
    boolean takes(String value);

    /** A count. */
    record Whole(String name, int least, int most, String fallback, String meaning) implements Parameter {
        @Override
        public String accepts() {
            return most == Integer.MAX_VALUE
                    ? "whole number from " + least
                    : "whole number from " + least + " to " + most;
        }

        @Override
        public boolean takes(String value) {
            try {
                int number = Integer.parseInt(value);
                return least <= number && number <= most;
            } catch (NumberFormatException notANumber) {
                return false;
            }
        }
    }

    /** One of a few words; {@code true or false} among them. */
    record Choice(String name, List<String> words, String fallback, String meaning) implements Parameter {
        public Choice {
            words = List.copyOf(words);
        }

        /** True or false. */
        public static Choice flag(String name, boolean fallback, String meaning) {
            return new Choice(name, List.of("true", "false"), Boolean.toString(fallback), meaning);
        }

        @Override
        public String accepts() {
            return String.join(" or ", words);
        }

        @Override
        public boolean takes(String value) {
            return words.contains(value);
        }
    }

    /** A length of time: {@code 20ms}, {@code 5s}, {@code 2m}. */
    record Time(String name, Duration least, Duration most, String fallback, String meaning) implements Parameter {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m)");

        @Override
        public String accepts() {
            return "length of time from " + text(least) + " to " + text(most) + ", as 20ms, 5s or 2m";
        }

        @Override
        public boolean takes(String value) {
            return FORM.matcher(value).matches()
                    && length(value).compareTo(least) >= 0
                    && length(value).compareTo(most) <= 0;
        }

        static Duration length(String value) {
            Matcher matcher = FORM.matcher(value);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("\"" + value + "\" is no length of time");
            }
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                default -> Duration.ofMinutes(number);
            };
        }

        private static String text(Duration length) {
            long millis = length.toMillis();
            return millis % 60_000 == 0
                    ? millis / 60_000 + "m"
                    : millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
        }
    }

    /**
     * Another engine, as part of this one. What it takes is a spec with brackets for the question mark and commas for the ampersands:
     * {@code reactors(threads=2)}.
     */
    record Part(String name, String fallback, String meaning) implements Parameter {
        @Override
        public String accepts() {
            return "engine, with its parameters in brackets: pool(threads=5)";
        }

        /**
         * @throws BadSpecException naming what there is, if it is no engine's spec
         */
        @Override
        public boolean takes(String value) {
            Engines.canonical(spec(value));
            return true;
        }

        static String spec(String value) {
            return value.endsWith(")")
                    ? value.substring(0, value.length() - 1)
                            .replaceFirst("\\(", "?")
                            .replace(',', '&')
                    : value;
        }
    }
}
