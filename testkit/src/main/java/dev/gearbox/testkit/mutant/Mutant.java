package dev.gearbox.testkit.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A shipped source file with a planted defect, which the contract must detect.
 *
 * <p>One file each: lines {@code key: value}, then the text to find and its replacement, each after a line of dashes and its name.
 *
 * @param name the defect
 * @param module the folder of its module, from the root of the project
 * @param source the file in that module
 * @param engine the spec that runs it
 * @param killedBy the behaviours that must fail, each of them
 * @param find text that occurs once in the source; if it no longer does, the mutant is out of date and the test fails
 * @param replace the replacement
 */
record Mutant(
        String name, String module, String source, String engine, List<String> killedBy, String find, String replace) {
    private static final String FIND = "--- find";
    private static final String REPLACE = "--- replace";
    private static final Set<String> KEYS = Set.of("name", "module", "source", "engine", "killed by");

    /** Loads all mutants of a folder, by file name. */
    static List<Mutant> load(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Mutant> mutants = new ArrayList<>();
            for (Path file : files.sorted(Comparator.comparing(Path::toString)).toList()) {
                mutants.add(parse(file, Files.readString(file)));
            }
            return mutants;
        }
    }

    private static Mutant parse(Path file, String text) {
        int find = text.indexOf(FIND + "\n");
        int replace = text.indexOf(REPLACE + "\n");
        if (find < 0 || replace < find) {
            throw new IllegalArgumentException(file + " needs \"" + FIND + "\" and then \"" + REPLACE + "\"");
        }
        Map<String, String> keys = new LinkedHashMap<>();
        for (String line : text.substring(0, find).strip().split("\n", -1)) {
            int colon = line.indexOf(": ");
            if (colon < 0 || !KEYS.contains(line.substring(0, colon))) {
                throw new IllegalArgumentException(file + ": \"" + line + "\" is none of " + KEYS);
            }
            keys.put(line.substring(0, colon), line.substring(colon + 2).strip());
        }
        if (!keys.keySet().equals(KEYS)) {
            throw new IllegalArgumentException(file + " needs all of " + KEYS);
        }
        return new Mutant(
                value(keys, "name"),
                value(keys, "module"),
                value(keys, "source"),
                value(keys, "engine"),
                Stream.of(value(keys, "killed by").split(";", -1))
                        .map(String::strip)
                        .toList(),
                withoutLastNewline(text.substring(find + FIND.length() + 1, replace)),
                withoutLastNewline(text.substring(replace + REPLACE.length() + 1)));
    }

    /** The lines of the file end with a newline; the text may end within a line. */
    private static String withoutLastNewline(String part) {
        return part.endsWith("\n") ? part.substring(0, part.length() - 1) : part;
    }

    private static String value(Map<String, String> keys, String key) {
        return java.util.Objects.requireNonNull(keys.get(key));
    }

    /** Returns the source with the defect. */
    String applyTo(String original) {
        int at = original.indexOf(find);
        if (at < 0 || original.indexOf(find, at + 1) >= 0) {
            throw new AssertionError(
                    "mutant \"" + name + "\" is out of date: its text does not occur once in " + source);
        }
        return original.substring(0, at) + replace + original.substring(at + find.length());
    }

    @Override
    public String toString() {
        return name;
    }
}
