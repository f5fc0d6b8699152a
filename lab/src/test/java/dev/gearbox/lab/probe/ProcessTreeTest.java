package dev.gearbox.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.subject.CpuClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program with its children, read as one: from files like those of the kernel, and from the kernel. */
class ProcessTreeTest {
    /** Greater than any pid on Linux, so that there is no real process with a clock of this number. */
    private static final long ROOT = 5_000_000;

    private static final long WATCH = ROOT + 9;

    @TempDir
    Path proc;

    private ProcessTree tree = new ProcessTree(Path.of(""), 0, Set.of());

    @BeforeEach
    void aServerWithAWorkerAnOrphanAndAGrandchildThatHasLeftTheSession() throws IOException {
        process(ROOT, 1, ROOT, 10, 20, 0, 0);
        process(ROOT + 1, ROOT, ROOT, 100, 200, 0, 0);
        process(ROOT + 2, 1, ROOT, 1000, 0, 0, 0); // its parent has exited
        process(ROOT + 3, ROOT + 1, ROOT + 3, 0, 5, 0, 0);
        process(WATCH, 1, ROOT, 7777, 7777, 0, 0);
        process(ROOT + 20, 1, ROOT + 20, 8888, 8888, 0, 0); // an unrelated process
        write("uptime", "no process");
        tree = new ProcessTree(proc, ROOT, Set.of(WATCH));
    }

    @Test
    void sumsWhatBelongsToTheProgramAndNothingElse() throws IOException {
        ProcessReading reading = tree.read();
        assertThat(tree.pids()).containsExactly(ROOT, ROOT + 1, ROOT + 2, ROOT + 3);
        assertThat(reading.userMicros()).isEqualTo(11_100_000);
        assertThat(reading.systemMicros()).isEqualTo(2_250_000);
        assertThat(reading.threads()).isEqualTo(8);
        assertThat(reading.residentBytes()).isEqualTo(4 * 2048 * 1024);
        assertThat(reading.descriptors()).isEqualTo(4);
        assertThat(reading.voluntarySwitches()).isEqualTo(400);
        assertThat(reading.involuntarySwitches()).isEqualTo(28);
    }

    @Test
    void theTimeOfAChildThatEndedIsThatOfWhoWaitedForItAndCountsOnce() throws IOException {
        long before = tree.cpuMicros();
        end(ROOT + 1);
        end(ROOT + 3);
        process(ROOT, 1, ROOT, 11, 20, 100, 206); // the worker's time, and the time of both after the last reading
        assertThat(tree.cpuMicros() - before).isEqualTo((1 + 1) * 10_000);
    }

    @Test
    void theTimeOfWhoNobodyWaitsForIsKept() throws IOException {
        long before = tree.cpuMicros();
        end(ROOT + 2);
        assertThat(tree.cpuMicros()).isEqualTo(before);
        process(ROOT, 1, ROOT, 13, 20, 0, 0);
        assertThat(tree.cpuMicros() - before).isEqualTo(30_000);
    }

    @Test
    void aNumberThatIsGivenAgainIsAnotherProcess() throws IOException {
        long before = tree.cpuMicros();
        process(ROOT + 2, 1, ROOT, 1, 0, 0, 0, "later");
        assertThat(tree.cpuMicros() - before).isEqualTo(10_000);
    }

    @Test
    void switchesOfAThreadThatEndedStayAndANumberMayBeGivenAgain() throws IOException {
        ProcessReading before = tree.read();
        deleteAll(proc.resolve(ROOT + "/task/" + ROOT + "1"));
        write(ROOT + "/task/" + ROOT + "/status", switches(3, 0)); // fewer than before: another thread
        ProcessReading after = tree.read();
        assertThat(after.voluntarySwitches() - before.voluntarySwitches()).isEqualTo(3);
        assertThat(after.involuntarySwitches()).isEqualTo(before.involuntarySwitches());
    }

    @Test
    void aProcessThatOnlyWaitsToBeAskedForIsNotAliveButItsTimeCounts() throws IOException {
        write(ROOT + 1 + "/stat", stat("Z", ROOT, ROOT, 100, 200, 0, 0, "7"));
        assertThat(tree.pids()).doesNotContain(ROOT + 1);
        assertThat(tree.cpuMicros()).isEqualTo(13_350_000);
    }

    @Test
    void aProgramThatIsGoneIsAnIoException() throws IOException {
        end(ROOT);
        assertThatThrownBy(() -> tree.read()).isInstanceOf(IOException.class).hasMessageContaining("gone");
    }

    @Test
    @Timeout(600)
    void readsARealProgramWithAChildThatWorksAndEnds() throws Exception {
        String script = """
                sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo worked; read -r end'
                echo over; read -r end
                """;
        Process program = new ProcessBuilder("setsid", "sh", "-c", script).start();
        try (var said = program.inputReader();
                var told = program.outputWriter()) {
            ProcessTree real = new ProcessTree(Path.of("/proc"), program.pid(), Set.of());
            assertThat(said.readLine()).isEqualTo("worked");
            ProcessReading worked = real.read();
            assertThat(real.pids()).hasSize(2).first().isEqualTo(program.pid());
            assertThat(worked.cpuMicros()).isPositive();
            assertThat(worked.threads()).isEqualTo(2);
            assertThat(worked.residentBytes()).isPositive();
            assertThat(worked.descriptors()).isGreaterThanOrEqualTo(6);
            assertThat(worked.voluntarySwitches()).isPositive();
            told.write("end\n");
            told.flush();
            assertThat(said.readLine()).isEqualTo("over");
            ProcessReading over = real.read();
            assertThat(real.pids()).containsExactly(program.pid());
            // The kernel reports inherited time in hundredths of a second, rounded down, separately for user and
            // system.
            assertThat(over.cpuMicros()).isGreaterThan(worked.cpuMicros() - 20_000);
            assertThat(over.voluntarySwitches()).isGreaterThanOrEqualTo(worked.voluntarySwitches());
            told.write("end\n");
            told.flush();
            assertThat(program.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(real.pids()).isEmpty();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void theClockOfAProcessIsExactAndAnyonesMayBeRead() {
        long self = ProcessHandle.current().pid();
        // The shortest of many steps, because in a single one the other threads of this program may have run for long.
        long step = Long.MAX_VALUE;
        for (int count = 0; count < 100; count++) {
            long before = CpuClock.nanos(self).orElseThrow();
            long after = before;
            while (after == before) {
                after = CpuClock.nanos(self).orElseThrow();
            }
            step = Math.min(step, after - before);
        }
        assertThat(step).isBetween(1L, 5_000_000L); // not only the hundredths of a second of /proc
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        assertThat(CpuClock.nanos(parent)).isPresent();
        assertThat(CpuClock.nanos(ROOT)).isEmpty();
    }

    private void process(long pid, long parent, long session, int user, int system, int childUser, int childSystem)
            throws IOException {
        process(pid, parent, session, user, system, childUser, childSystem, "7");
    }

    private void process(
            long pid, long parent, long session, int user, int system, int childUser, int childSystem, String started)
            throws IOException {
        write(pid + "/stat", stat("S", parent, session, user, system, childUser, childSystem, started));
        write(pid + "/status", "VmRSS:\t   2048 kB\nThreads:\t2\n");
        write(pid + "/task/" + pid + "/status", switches(90, 5));
        write(pid + "/task/" + pid + "1/status", switches(10, 2));
        write(pid + "/fd/0", "");
    }

    private static String stat(
            String state,
            long parent,
            long session,
            int user,
            int system,
            int childUser,
            int childSystem,
            String started) {
        return String.join(
                " ",
                List.of(
                        "1 (a server)",
                        state,
                        parent + " " + session + " " + session + " 0 -1 0 0 0 0 0",
                        user + " " + system + " " + childUser + " " + childSystem,
                        "20 0 2 0 " + started));
    }

    private static String switches(int voluntary, int involuntary) {
        return "voluntary_ctxt_switches:\t" + voluntary + "\nnonvoluntary_ctxt_switches:\t" + involuntary + "\n";
    }

    private void end(long pid) throws IOException {
        deleteAll(proc.resolve(Long.toString(pid)));
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
