package dev.gearbox.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dropped pages are no longer in memory, and are cached again when the file is read. */
final class PageCacheTest {
    private static final int SIZE = 3 * 4096 + 5;

    @TempDir
    Path folder;

    @Test
    void a_file_that_was_written_is_in_memory_until_it_is_forgotten() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[SIZE]);
        PageCache cache = new PageCache();
        assertThat(cache.resident(file)).isEqualTo(SIZE);
        cache.forget(file);
        boolean memory = Files.getFileStore(folder).type().equals("tmpfs");
        assertThat(cache.resident(file)).isEqualTo(memory ? SIZE : 0);
        cache.warm(file);
        assertThat(cache.resident(file)).isEqualTo(SIZE);
    }

    @Test
    void an_empty_file_is_nowhere_and_a_copy_shares_nothing() throws IOException {
        PageCache cache = new PageCache();
        Path file = Files.createFile(folder.resolve("empty"));
        assertThat(cache.resident(file)).isZero();
        cache.forget(file);
        cache.warm(file);
        Path source = Files.write(folder.resolve("source"), new byte[SIZE]);
        Path copy = Files.write(folder.resolve("copy"), Files.readAllBytes(source));
        assertThat(cache.shared(copy)).isZero();
    }
}
