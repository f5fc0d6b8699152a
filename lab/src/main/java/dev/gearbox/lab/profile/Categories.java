package dev.gearbox.lab.profile;

import dev.gearbox.lab.data.DataObject;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Classifies collapsed stacks into causes of processor time, by the patterns of a data file; the comment at its top explains the rules. Every stack
 * belongs to exactly one category, so that the categories add up to the whole.
 */
final class Categories {
    /** The category of stacks that no other category claims. */
    static final String OTHER = "other";

    /** {@code dev/gearbox/Some$Class.method}, and nothing native. */
    private static final Pattern JAVA = Pattern.compile("[^ :(]+/[^ :(/]+\\.[^ :(]+");

    private record Category(String name, List<Pattern> threads, List<Pattern> anywhere, List<Pattern> frames) {}

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
        DataObject data = DataObject.read(file, in, "helpers", "categories");
        List<Category> categories = new ArrayList<>();
        Set<String> names = new HashSet<>(Set.of(OTHER, OTHER_CODE));
        for (JsonNode node : data.list("categories")) {
            String path = "categories[" + categories.size() + "]";
            DataObject entry = DataObject.of(file, path, node, "name", "threads", "anywhere", "frames");
            Category category = new Category(
                    entry.text("name"),
                    patterns(entry, "threads"),
                    patterns(entry, "anywhere"),
                    patterns(entry, "frames"));
            if (!names.add(category.name)) {
                throw entry.error("name", "is taken: " + category.name);
            }
            if (category.threads.isEmpty() && category.anywhere.isEmpty() && category.frames.isEmpty()) {
                throw entry.error("frames", "is missing, and so are threads and anywhere: it would match nothing");
            }
            categories.add(category);
        }
        return new Categories(List.copyOf(categories), patterns(data, "helpers"));
    }

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

    private static List<Pattern> patterns(DataObject entry, String key) {
        if (!entry.has(key)) {
            return List.of();
        }
        List<Pattern> patterns = new ArrayList<>();
        for (JsonNode pattern : entry.list(key)) {
            if (!pattern.isString() || pattern.asString().isBlank()) {
                throw entry.error(key, "must be a list of texts");
            }
            patterns.add(Pattern.compile(Arrays.stream(pattern.asString().split("\\*", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*"))));
        }
        return List.copyOf(patterns);
    }
}
