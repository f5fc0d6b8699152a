package dev.gearbox.studies.filecopy.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PretouchTest {
    /** Pages may be huge ones, of 2 MiB. */
    @Test
    void everyPageIsMappedAndNoneIsKept() throws IOException {
        Pretouch.files(1, 1);
        long faults = faults();
        long resident = residentPages();

        Pretouch.files(100, 4 << 20);

        assertThat(faults() - faults).isGreaterThanOrEqualTo(200);
        assertThat(residentPages() - resident).isLessThan((64 << 20) / 4096);
    }

    private static long faults() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[7]);
    }

    private static long residentPages() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1]);
    }
}
