package dev.gearbox.core;

import java.util.List;

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
}
