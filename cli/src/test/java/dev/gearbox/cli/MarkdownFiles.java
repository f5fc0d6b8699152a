package dev.gearbox.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Markdown pages of the project, with their links and anchors. */
public final class MarkdownFiles {
    private static final Pattern FENCED = Pattern.compile("(?m)^ *```.*\\R(?:.*\\R)*?^ *```.*$");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

    private MarkdownFiles() {}

    /** All pages, except those of builds and tools. */
    public static List<Path> all(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.iterate(root.relativize(file), above -> above != null, Path::getParent)
                            .map(above -> String.valueOf(above.getFileName()))
                            .noneMatch(name -> name.equals("target") || name.startsWith(".")))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The text of a file. */
    public static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The targets of all links in a page, as written there; code is skipped. */
    static List<String> links(String markdown) {
        String prose = CODE.matcher(FENCED.matcher(markdown).replaceAll("")).replaceAll("");
        return LINK.matcher(prose).results().map(link -> link.group(1)).toList();
    }

    /** The anchors of a page's headings, as GitHub derives them: lower case, without punctuation, hyphens for blanks, numbered where they repeat. */
    static Set<String> anchors(String markdown) {
        Map<String, Integer> seen = new LinkedHashMap<>();
        Set<String> anchors = new LinkedHashSet<>();
        HEADING.matcher(FENCED.matcher(markdown).replaceAll("")).results().forEach(heading -> {
            String anchor = LINK.matcher(heading.group(1))
                    .replaceAll(link -> link.group().substring(1, link.group().indexOf(']')))
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        });
        return anchors;
    }
}
