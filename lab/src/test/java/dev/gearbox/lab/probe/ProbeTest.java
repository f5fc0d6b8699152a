package dev.gearbox.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.data.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {
    @TempDir
    Path proc;

    @BeforeEach
    void aProcFolder() throws IOException {
        write("self/stat", "7 (lab) S 1 7 7 0 -1 0 0 0 0 0 30 20 9000 8000");
        write("stat", "cpu  1000 10 500 90000 5 60 70 8 0 0\ncpu0 1 1 1 1");
        write("42/stat", "42 (a) b (c) S 1 42 42 0 -1 0 0 0 0 0 700 300 50 25 20 0 3");
        write("42/status", "Name:\tx\nVmRSS:\t   2048 kB\nThreads:\t3\n");
        write("42/task/42/status", "voluntary_ctxt_switches:\t100\nnonvoluntary_ctxt_switches:\t7\n");
        write("42/task/43/status", "voluntary_ctxt_switches:\t20\nnonvoluntary_ctxt_switches:\t3\n");
        Files.createDirectories(proc.resolve("42/task/44")); // ended between the listing and the reading
        write("42/fd/0", "");
        write("42/fd/1", "");
    }

    @Test
    void readsAProcessWhoseNameHoldsBrackets() throws IOException {
        ProcessReading reading = Probe.open(proc).process(42, true);
        assertThat(reading.userMicros()).isEqualTo(7_000_000);
        assertThat(reading.systemMicros()).isEqualTo(3_000_000);
        assertThat(reading.cpuMicros()).isEqualTo(10_000_000);
        assertThat(reading.voluntarySwitches()).isEqualTo(120);
        assertThat(reading.involuntarySwitches()).isEqualTo(10);
        assertThat(reading.threads()).isEqualTo(3);
        assertThat(reading.residentBytes()).isEqualTo(2048 * 1024);
        assertThat(reading.descriptors()).isEqualTo(2);
    }

    @Test
    void leavesSwitchesAloneUnlessAsked() throws IOException {
        ProcessReading reading = Probe.open(proc).process(42, false);
        assertThat(reading.voluntarySwitches()).isEqualTo(-1);
        assertThat(reading.involuntarySwitches()).isEqualTo(-1);
    }

    @Test
    void readsTheMachineAndWhatIsOurs() throws IOException {
        MachineReading machine = Probe.open(proc).machine(42, 4711);
        assertThat(machine.busyMicros()).isEqualTo(15_100_000); // user, nice, system; neither idle nor interrupts
        assertThat(machine.stealMicros()).isEqualTo(80_000);
        assertThat(machine.ownMicros()).isEqualTo(11_250_000); // the lab, 42 and its ended children; 4711 has ended
    }

    /** What runs on other cores does not disturb processes that are pinned to these. */
    @Test
    void readsTheProcessorsOfAPlacement() throws IOException {
        write("stat", """
                cpu  1000 10 500 80000 7 7 7 8 0 0
                cpu0 100 1 50 20000 0 0 0 2 0 0
                cpu1 200 2 100 20000 0 0 0 3 0 0
                cpu2 700 7 350 40000 7 7 7 3 0 0
                intr 12345
                """);
        MachineReading two = Probe.open(proc).on(List.of(0, 1)).machine();
        assertThat(two.busyMicros()).isEqualTo(4_530_000);
        assertThat(two.stealMicros()).isEqualTo(50_000);
        assertThat(two.processors()).isEqualTo(2);
        MachineReading all = Probe.open(proc).on(List.of(0, 1, 2)).machine();
        assertThat(all.busyMicros()).isEqualTo(15_100_000);
        assertThat(all.processors()).isEqualTo(3);
        assertThat(two.disturbance(
                        new MachineReading(two.nanos() - 1_000_000_000, 4_000_000, 0, two.ownMicros(), 2), 0))
                .satisfies(seen -> {
                    assertThat(seen.foreignCores()).isEqualTo(0.53);
                    assertThat(seen.steal()).isEqualTo(0.025);
                });
        assertThatThrownBy(() -> Probe.open(proc).on(List.of(1, 7)).machine())
                .isInstanceOf(IOException.class)
                .hasMessage("some of the processors [1, 7] are offline");
    }

    @Test
    void tellsWhatOthersTook() {
        MachineReading before = new MachineReading(0, 1_000_000, 0, 500_000, 2);
        MachineReading after = new MachineReading(2_000_000_000, 4_000_000, 100_000, 2_900_000, 2);
        assertThat(after.foreignCores(before)).isEqualTo(0.3);
        assertThat(after.steal(before)).isEqualTo(0.05);
        // In a short window two ticks may result from rounding, three mean another program.
        MachineReading soon = new MachineReading(100_000_000, 1_120_000, 0, 600_000, 2);
        assertThat(soon.foreignCores(before)).isZero();
        MachineReading busier = new MachineReading(100_000_000, 1_130_000, 0, 600_000, 2);
        assertThat(busier.foreignCores(before)).isEqualTo(0.3);
        // Ticks of different files may differ: the result is never negative.
        assertThat(new MachineReading(2_000_000_000, 1_000_000, 0, 900_000, 2).foreignCores(before))
                .isZero();
    }

    @Test
    void saysInALineThatThisIsNotLinux() {
        assertThatThrownBy(() -> Probe.open(proc.resolve("nowhere")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("measure on Linux")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void readsThisVeryProcess() throws IOException {
        Probe probe = Probe.open();
        long self = ProcessHandle.current().pid();
        ProcessReading before = probe.process(self, true);
        long deadline = System.nanoTime() + 30_000_000_000L;
        ProcessReading after = before;
        while (after.cpuMicros() == before.cpuMicros() && System.nanoTime() < deadline) {
            after = probe.process(self, true);
        }
        assertThat(after.cpuMicros()).isGreaterThan(before.cpuMicros());
        assertThat(after.nanos()).isGreaterThan(before.nanos());
        assertThat(after.threads()).isPositive();
        assertThat(after.residentBytes()).isGreaterThan(10L << 20);
        assertThat(after.descriptors()).isGreaterThan(2);
        assertThat(after.voluntarySwitches()).isPositive();
    }

    @Test
    void aProcessThatIsGoneIsAnIoException() {
        assertThatThrownBy(() -> Probe.open(proc).process(4711, false)).isInstanceOf(IOException.class);
    }

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
