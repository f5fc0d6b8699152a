package dev.gearbox.lab.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.gearbox.data.Place;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Classifies collapsed stacks into causes of processor time, by the patterns of a data file; the comment at its top explains the rules. Every stack
 * belongs to exactly one category, so that the categories add up to the whole.
 */
final class Categories {
    /** The category of stacks that no other category claims. */
    static final String OTHER = "other";

    /** {@code dev/gearbox/Some$Class.method}, and nothing native. */
    private static final Pattern JAVA = Pattern.compile("[^ :(]+/[^ :(/]+\\.[^ :(]+");

    private record Category(String name, List<Pattern> threads, List<Pattern> anywhere, List<Pattern> frames) {
        @JsonCreator
        private static Category of(
                String name,
                Optional<List<String>> threads,
                Optional<List<String>> anywhere,
                Optional<List<String>> frames) {
            if (threads.isEmpty() && anywhere.isEmpty() && frames.isEmpty()) {
                throw new IllegalArgumentException(
                        "frames: is missing, and so are threads and anywhere: it would match nothing");
            }
            return new Category(name, patterns(threads), patterns(anywhere), patterns(frames));
        }
    }

    /** Java code that no category claims and that is no helper of claimed code. */
    static final String OTHER_CODE = "other Java code";

    private final List<Category> categories;
    private final List<Pattern> helpers;
    private final Map<String, String> claimedFrames = new HashMap<>();
    private final Map<String, String> claimedStacks = new HashMap<>();

    private Categories(List<Category> categories, List<Pattern> helpers) {
        this.categories = categories;
        this.helpers = helpers;
    }

    /** Returns the categories of this program. */
    static Categories ours() {
        String file = "cpu-categories.yaml";
        try (InputStream in = Categories.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the jar");
            }
            return decode(file, in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Decodes a file of categories.
     *
     * @throws LabException naming file and key
     */
    static Categories decode(String file, InputStream in) throws IOException {
        Form form = DataFiles.READER.read(file, in, Form.class);
        Set<String> names = new HashSet<>(Set.of(OTHER, OTHER_CODE));
        for (int i = 0; i < form.categories.size(); i++) {
            if (!names.add(form.categories.get(i).name)) {
                throw DataFiles.READER.error(
                        Place.of(file).at("categories").at(i).at("name"), "is taken: " + form.categories.get(i).name);
            }
        }
        return new Categories(form.categories, patterns(form.helpers));
    }

    private record Form(Optional<List<String>> helpers, List<Category> categories) {}

    /** Returns all categories, in the order of the file, followed by the two default ones. */
    List<String> names() {
        List<String> names =
                new ArrayList<>(categories.stream().map(Category::name).toList());
        names.add(OTHER_CODE);
        names.add(OTHER);
        return names;
    }

    /**
     * Classifies stacks.
     *
     * @param collapsed lines of frames from the outermost, between semicolons, then a blank and a count; the first frame may
     *     be a thread, in brackets
     * @return samples by category; every category, in the order of the file
     * @throws IOException if a line is invalid
     */
    Map<String, Long> sort(List<String> collapsed) throws IOException {
        Map<String, Long> samples = new LinkedHashMap<>();
        names().forEach(name -> samples.put(name, 0L));
        for (String line : collapsed) {
            int blank = line.lastIndexOf(' ');
            if (blank < 1 || !line.substring(blank + 1).matches("[0-9]{1,18}")) {
                throw new IOException("not a collapsed stack: " + line);
            }
            samples.merge(of(line.substring(0, blank)), Long.parseLong(line.substring(blank + 1)), Long::sum);
        }
        return samples;
    }

    /** Returns the category of one stack. */
    String of(String stack) {
        List<String> frames = Arrays.stream(stack.split(";", -1))
                .map(frame -> frame.replaceFirst("_\\[[a-z0-9]\\]$", ""))
                .toList();
        String thread = thread(frames.getFirst());
        for (Category category : categories) {
            boolean claims =
                    matches(category.threads, thread) || frames.stream().anyMatch(frame -> anywhere(category, frame));
            if (claims) {
                return category.name;
            }
        }
        for (String frame : frames.reversed()) {
            String claimed = claimedFrames.computeIfAbsent(frame, this::claims);
            if (!claimed.isEmpty()) {
                return claimed;
            }
        }
        return OTHER;
    }

    private boolean anywhere(Category category, String frame) {
        return !category.anywhere.isEmpty()
                && claimedStacks
                        .computeIfAbsent(
                                category.name + ";" + frame,
                                key -> matches(category.anywhere, frame) ? category.name : "")
                        .equals(category.name);
    }

    private String claims(String frame) {
        return categories.stream()
                .filter(category -> matches(category.frames, frame))
                .map(Category::name)
                .findFirst()
                .orElse(JAVA.matcher(frame).matches() && !matches(helpers, frame) ? OTHER_CODE : "");
    }

    /** {@code [C2 CompilerThread0 tid=77]}; anything else is a frame, without a thread name. */
    private static String thread(String frame) {
        return frame.startsWith("[") && frame.endsWith("]")
                ? frame.substring(1, frame.length() - 1).replaceFirst(" tid=[0-9]+$", "")
                : "";
    }

    private static boolean matches(List<Pattern> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    private static List<Pattern> patterns(Optional<List<String>> texts) {
        return texts.orElse(List.of()).stream()
                .map(text -> Pattern.compile(
                        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"))))
                .toList();
    }
}
