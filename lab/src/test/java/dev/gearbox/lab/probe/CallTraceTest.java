package dev.gearbox.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A trace is read as strace writes it, and only what belongs to the job counts. */
final class CallTraceTest {
    @Test
    void calls_count_between_the_questions_for_usage() {
        CallTrace.Calls calls = CallTrace.parse(List.of(
                "10 read(7, \"\"..., 4096) = 4096",
                "10 getrusage(RUSAGE_SELF, {...}) = 0",
                "10 getrusage(RUSAGE_CHILDREN, {...}) = 0",
                "10 openat(AT_FDCWD, \"/tmp/a\", O_RDONLY) = 7",
                "10 read(7, \"\"..., 4096) = 4096",
                "10 read(0, \"\"..., 4096) = 12",
                "10 madvise(0x7f, 4096, MADV_DONTNEED) = 0",
                "11 pread64(7, <unfinished ...>",
                "10 mmap(NULL, 4096, PROT_READ, MAP_SHARED, 7, 0) = 0x7f12",
                "11 <... pread64 resumed>\"\"..., 100, 0) = 100",
                "10 read(7, \"\"..., 4096) = -1 EINTR (Interrupted system call)",
                "10 getrusage(RUSAGE_SELF, {...}) = 0",
                "10 read(7, \"\"..., 4096) = 4096",
                "10 getrusage(RUSAGE_SELF, {...}) = 0",
                "12 copy_file_range(3, NULL, 4, NULL, 1000, 0) = 1000",
                "10 getrusage(RUSAGE_SELF, {...}) = 0",
                "12 +++ exited with 0 +++"));
        assertThat(calls.calls())
                .isEqualTo(Map.of("openat", 1L, "read", 2L, "mmap", 1L, "pread64", 1L, "copy_file_range", 1L));
        assertThat(calls.bytesRead()).isEqualTo(4196);
    }
}
