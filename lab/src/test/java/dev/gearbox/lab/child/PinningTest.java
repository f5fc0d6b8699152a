package dev.gearbox.lab.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.probe.ProcFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PinningTest {
    @Test
    void readsTheKernelsLists() {
        assertThat(Pinning.parse("0-1")).containsExactly(0, 1);
        assertThat(Pinning.parse("3")).containsExactly(3);
        assertThat(Pinning.parse("0-2,8,10-11\n")).containsExactly(0, 1, 2, 8, 10, 11);
    }

    @Test
    void saysWhatItDoes() {
        assertThat(new Pinning(List.of(0), List.of(1)).caption()).isEqualTo("server on core 0, load on core 1");
        assertThat(new Pinning(List.of(0, 1), List.of()).caption()).isEqualTo("server on cores 0,1, load on any core");
        assertThat(Pinning.NONE.caption()).isEqualTo("nothing pinned");
        assertThat(Pinning.prefix(List.of())).isEmpty();
    }

    @Test
    void neverPutsServerAndGeneratorOnTheSameCore() {
        Pinning detected = Pinning.detect();
        assertThat(detected.server()).doesNotContainAnyElementsOf(detected.generator());
        assertThat(detected.server()).hasSameSizeAs(detected.generator());
    }

    @Test
    void movesARunningProcessWithAllItsThreads() throws Exception {
        int last = Pinning.parse(ProcFiles.field(Path.of("/proc/self/status"), "Cpus_allowed_list"))
                .getLast();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xint", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", Path.of("target", "test-classes").toString(), Idler.class.getName()));
        Process idler = new ProcessBuilder(command).start();
        try {
            assertThat(idler.inputReader().readLine()).isEqualTo("READY");
            Pinning.move(idler.pid(), List.of(last));
            try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(idler.pid()), "task"))) {
                assertThat(threads)
                        .hasSizeGreaterThan(5)
                        .allSatisfy(thread -> assertThat(ProcFiles.field(thread.resolve("status"), "Cpus_allowed_list"))
                                .isEqualTo(String.valueOf(last)));
            }
        } finally {
            idler.destroyForcibly().onExit().join();
        }
        assertThatThrownBy(() -> Pinning.move(idler.pid(), List.of(last))).isInstanceOf(IOException.class);
    }

    /** A program with some threads that wait for the end of its input. */
    static final class Idler {
        private Idler() {}

        public static void main(String[] arguments) throws IOException {
            for (int i = 0; i < 5; i++) {
                Thread idle = new Thread(LockSupport::park);
                idle.setDaemon(true);
                idle.start();
            }
            System.out.println("READY");
            System.in.read();
        }
    }
}
