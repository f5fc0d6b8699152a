package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every link to a file or heading of this project has a target, and every page that a message names exists. */
final class MarkdownLinksTest {
    private static final Path ROOT = Programs.root();
    private static final Pattern ELSEWHERE = Pattern.compile("(https?|mailto):.*");
    private static final Pattern NAMED = Pattern.compile("\\bdocs/[a-z0-9/-]+\\.md\\b");

    @Test
    void every_relative_link_resolves() {
        List<Path> pages = MarkdownFiles.all(ROOT);
        assertThat(pages).hasSizeGreaterThan(40);
        assertThat(pages.stream().flatMap(MarkdownLinksTest::broken)).isEmpty();
    }

    @Test
    void every_page_that_a_source_file_names_is_there() throws IOException {
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (Path source : sources()) {
            for (var name : NAMED.matcher(MarkdownFiles.text(source)).results().toList()) {
                found++;
                if (!Files.exists(ROOT.resolve(name.group()))) {
                    missing.add(ROOT.relativize(source) + ": " + name.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).isPositive();
    }

    @Test
    void a_missing_file_and_a_missing_heading_are_found(@TempDir Path folder) throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), """
                # A `heading`, of [two](other.md) parts
                ## Twice
                ## Twice
                [well](#a-heading-of-two-parts), [again](#twice-1), [itself](page.md), [a folder](.), [afar](https://example.org/x.md),
                [no file](nowhere.md), [no heading](#thrice), [`code`](page.md#once), `[not a link](nothing.md)`
                ```
                # [code](nothing.md)
                ```
                """);
        Files.writeString(folder.resolve("other.md"), "# Other");
        assertThat(broken(page).map(line -> line.replaceFirst(".*: ", "")))
                .containsExactly("nowhere.md", "#thrice", "page.md#once");
    }

    private static Stream<String> broken(Path page) {
        return MarkdownFiles.links(MarkdownFiles.text(page)).stream()
                .filter(link -> !ELSEWHERE.matcher(link).matches())
                .filter(link -> target(page, link).isEmpty())
                .map(link -> page + ": " + link);
    }

    /** The target of a link: a file and optionally a heading. */
    private static Optional<Path> target(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Optional.of(file)
                .filter(Files::exists)
                .filter(there -> parts.length == 1
                        || MarkdownFiles.anchors(MarkdownFiles.text(there)).contains(parts[1]));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("src/main/java"))
                    .toList();
        }
    }
}
