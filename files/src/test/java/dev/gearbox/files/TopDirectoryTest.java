package dev.gearbox.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopDirectoryTest {
    @TempDir
    Path folder;

    /** On ext4 an inode's number tells its block group. Elsewhere only the answer can be checked. */
    @Test
    void subdirectories_of_a_marked_directory_lie_further_apart() throws IOException {
        Path marked = Files.createDirectory(folder.resolve("marked"));
        Path plain = Files.createDirectory(folder.resolve("plain"));
        boolean known = TopDirectory.mark(marked);
        assertThat(TopDirectory.mark(marked)).as("the second time").isEqualTo(known);
        if (Files.getFileStore(folder).type().equals("ext4")) {
            assertThat(known).isTrue();
            assertThat(spread(marked)).isGreaterThan(spread(plain));
        }
    }

    private static long spread(Path directory) throws IOException {
        LongSummaryStatistics inodes = new LongSummaryStatistics();
        for (int number = 0; number < 30; number++) {
            Path child = Files.createDirectory(directory.resolve("child-" + number));
            inodes.accept((long) Files.getAttribute(child, "unix:ino"));
        }
        return inodes.getMax() - inodes.getMin();
    }

    @Test
    void a_missing_directory_is_an_error() {
        assertThatThrownBy(() -> TopDirectory.mark(folder.resolve("missing"))).isInstanceOf(NoSuchFileException.class);
    }
}
