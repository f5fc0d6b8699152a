package dev.gearbox.core.model;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import java.time.Duration;
import java.util.List;

/** A parameter of a model, with its default. */
public sealed interface Parameter {
    /** Returns its name in a spec: {@code threads} in {@code pool?threads=5}. */
    String name();

    /** Returns its default, as in a spec. */
    String fallback();

    /** Returns what it means, in one line. */
    String meaning();

    /** Returns the valid values, in words for a message. */
    String accepts();

    /** Returns whether {@code value} is valid. */
    boolean takes(String value);

    /** An integer. */
    record Int(String name, int least, int most, String fallback, String meaning) implements Parameter {
        @Override
        public String accepts() {
            return most == Integer.MAX_VALUE ? "integer from " + least : "integer from " + least + " to " + most;
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

    /** One of several words, {@code true or false} among them. */
    record Choice(String name, List<String> words, String fallback, String meaning) implements Parameter {
        public Choice {
            words = List.copyOf(words);
        }

        /** Returns a choice of true or false. */
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

    /** A duration: {@code 20ms}, {@code 5s}, {@code 2m}. */
    record Time(String name, Duration least, Duration most, String fallback, String meaning) implements Parameter {
        @Override
        public String accepts() {
            return "duration, " + Durations.text(least) + " to " + Durations.text(most) + " (for example 20ms)";
        }

        @Override
        public boolean takes(String value) {
            return Durations.parse(value)
                    .filter(length -> length.compareTo(least) >= 0 && length.compareTo(most) <= 0)
                    .isPresent();
        }
    }

    /**
     * Another engine, as part of this one. Its value is a spec with brackets for the question mark and commas for the ampersands: {@code reactors(threads=2)}.
     */
    record Part(String name, String fallback, String meaning) implements Parameter {
        @Override
        public String accepts() {
            return "engine, with its parameters in brackets: pool(threads=5)";
        }

        /**
         * @throws BadSpecException if it is not the spec of an engine; lists the valid names
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
