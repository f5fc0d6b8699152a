package dev.gearbox.studies.pageindexer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contents of an index after any end of its process, simulated by a copy of its files at that moment. */
final class PageIndexTest {
    @TempDir
    private Path folder = Path.of("");

    private static PageText page(int number) {
        return new PageText("http://localhost/" + number, "Title " + number, "text" + number);
    }

    /** Copies the folder as a kill would leave it, except Lucene's lock, which the system releases. */
    private Path copied(Path index, String name) throws IOException {
        Path copy = folder.resolve(name);
        try (Stream<Path> files = Files.walk(index)) {
            for (Path file : files.filter(each -> !each.endsWith("write.lock")).toList()) {
                Files.copy(file, copy.resolve(index.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return copy;
    }

    private static Path journal(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index.resolve("journal"))) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    @Test
    void what_was_added_is_there_after_a_kill_before_any_commit() throws IOException {
        Path copy;
        try (PageIndex index = PageIndex.open(folder.resolve("index"))) {
            index.add(page(1));
            index.add(page(2));
            index.redirect("http://localhost/old", "http://localhost/1");
            copy = copied(folder.resolve("index"), "killed");
        }
        try (PageIndex again = PageIndex.open(copy)) {
            assertThat(again.pages()).containsExactlyInAnyOrder("http://localhost/1", "http://localhost/2");
            assertThat(again.redirects()).isEqualTo(Map.of("http://localhost/old", "http://localhost/1"));
        }
        try (PageSearch search = PageSearch.open(copy)) {
            assertThat(search.pages()).isEqualTo(2);
            assertThat(search.find("text2", 9).first()).hasSize(1);
        }
    }

    @Test
    void every_commit_drops_the_journal_and_no_page_is_there_twice() throws IOException {
        Path copy;
        try (PageIndex index = PageIndex.open(folder.resolve("index"), 1)) {
            index.add(page(1));
            index.add(page(1));
            assertThat(Files.size(journal(folder.resolve("index")))).isZero();
            copy = copied(folder.resolve("index"), "killed");
        }
        try (PageSearch search = PageSearch.open(copy)) {
            assertThat(search.pages()).isOne();
        }
    }

    @Test
    void an_entry_that_was_being_written_is_dropped_and_those_before_it_stay() throws IOException {
        Path copy;
        try (PageIndex index = PageIndex.open(folder.resolve("index"))) {
            index.add(page(1));
            long first = Files.size(journal(folder.resolve("index")));
            index.add(page(2));
            copy = copied(folder.resolve("index"), "killed");
            for (long cut = first; cut < Files.size(journal(copy)); cut += 7) {
                Path torn = copied(copy, "torn" + cut);
                try (var channel = Files.newByteChannel(journal(torn), StandardOpenOption.WRITE)) {
                    channel.truncate(cut);
                }
                try (PageIndex again = PageIndex.open(torn)) {
                    assertThat(again.pages()).containsExactly("http://localhost/1");
                }
            }
        }
    }

    @Test
    void an_entry_whose_bytes_changed_is_dropped() throws IOException {
        Path copy;
        try (PageIndex index = PageIndex.open(folder.resolve("index"))) {
            index.add(page(1));
            copy = copied(folder.resolve("index"), "killed");
        }
        byte[] bytes = Files.readAllBytes(journal(copy));
        bytes[bytes.length - 1] ^= 1;
        Files.write(journal(copy), bytes);
        try (PageIndex again = PageIndex.open(copy)) {
            assertThat(again.pages()).isEmpty();
        }
    }
}
