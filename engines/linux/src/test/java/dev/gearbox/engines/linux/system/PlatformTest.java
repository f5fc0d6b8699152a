package dev.gearbox.engines.linux.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.engines.linux.uring.UringSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The engines are available where they can run, and give the reason where they cannot. */
class PlatformTest {
    private static final Path SETTING = Path.of("/proc/sys/kernel/io_uring_disabled");

    private static Optional<String> absence(String name) {
        return Engines.models().stream()
                .filter(model -> model.card().name().equals(name))
                .findFirst()
                .map(IoModel::absence)
                .orElseThrow(() -> new AssertionError("no model " + name));
    }

    /** On a kernel that supports them, a missing engine would only be a missing row in a table. */
    @Test
    void epollAndUringAreThereWhereTheKernelHasThem() throws IOException {
        boolean linux = System.getProperty("os.name").equals("Linux");
        assertThat(absence("epoll").isEmpty()).as("epoll: " + absence("epoll")).isEqualTo(linux);
        boolean uring = linux
                && Files.exists(SETTING)
                && Files.readString(SETTING).strip().equals("0");
        assertThat(absence("uring").isEmpty()).as("uring: " + absence("uring")).isEqualTo(uring);
    }

    @Test
    void eachRefusalSaysWhatToDo() {
        assertThat(UringSupport.whyNoRing(Constants.EPERM, "2"))
                .contains("kernel.io_uring_disabled is 2")
                .contains("sysctl");
        assertThat(UringSupport.whyNoRing(Constants.EPERM, "0"))
                .contains("seccomp")
                .contains("io_uring_setup");
        assertThat(UringSupport.whyNoRing(Constants.ENOSYS, "0")).contains("no io_uring");
        assertThat(UringSupport.whyNoRing(Constants.EINVAL, "0")).contains("Linux 6.6");
        assertThat(UringSupport.whyNoRing(Constants.ENOMEM, "0")).contains("ulimit -l");
        assertThat(UringSupport.whyNoRing(Constants.EMFILE, "0")).contains("descriptor");
        assertThat(UringSupport.whyNoRing(Constants.ETIME, "0").toLowerCase(Locale.ROOT))
                .contains("timer expired");
    }
}
