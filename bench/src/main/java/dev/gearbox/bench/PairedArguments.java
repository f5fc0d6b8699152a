package dev.gearbox.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The arguments of a comparison: options with a number each, and names.
 *
 * @param numbers by option, with the defaults of those that were not given
 * @param names in their order
 */
public record PairedArguments(Map<String, Integer> numbers, List<String> names) {
    private static final Map<String, Integer> SIZE = Map.of("--forks", 5, "--warm-up", 8, "--blocks", 16);

    /**
     * Parses arguments.
     *
     * @param defaults of the options beside {@code --forks}, {@code --warm-up} and {@code --blocks}
     * @throws IllegalArgumentException if an option is unknown or has no number
     */
    public static PairedArguments parse(String[] arguments, Map<String, Integer> defaults) {
        Map<String, Integer> numbers = new HashMap<>(SIZE);
        numbers.putAll(defaults);
        List<String> names = new ArrayList<>();
        for (int index = 0; index < arguments.length; index++) {
            String word = arguments[index];
            if (!word.startsWith("--")) {
                names.add(word);
            } else if (!numbers.containsKey(word)) {
                throw new IllegalArgumentException("there is no option " + word);
            } else {
                index++;
                numbers.put(word, number(word, index < arguments.length ? arguments[index] : ""));
            }
        }
        return new PairedArguments(numbers, names);
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException bad) {
            throw new IllegalArgumentException(option + " needs a number, not \"" + text + "\"", bad);
        }
    }

    public int number(String option) {
        return Objects.requireNonNull(numbers.get(option), option);
    }

    /**
     * How long to measure.
     *
     * @throws IllegalArgumentException if that is too short for an interval
     */
    public PairedRounds.Size size() {
        if (number("--forks") < 2 || number("--blocks") < 1) {
            throw new IllegalArgumentException("an interval needs two forks, and each fork a block");
        }
        return new PairedRounds.Size(number("--forks"), number("--warm-up"), number("--blocks"));
    }

    /** Ends the program because its arguments cannot be used: prints why and how it is called. */
    public static void refuse(String why, String usage) {
        System.err.println(why + "\n" + usage);
        System.exit(2);
    }
}
