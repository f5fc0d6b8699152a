package dev.gearbox.lab.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a simulated machine, made of files: idle, or used by another program or the hypervisor. */
@Timeout(600)
class QuietWaitTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path proc;

    private final AtomicBoolean busy = new AtomicBoolean(true);

    @BeforeEach
    void machine() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/stat"), "1 (lab) R" + " 0".repeat(49));
        write(0, 0);
    }

    private void write(long user, long steal) throws IOException {
        Path next = Files.writeString(proc.resolve("next"), "cpu  " + user + " 0 0 1000 0 0 0 " + steal + " 0 0\n");
        Files.move(next, proc.resolve("stat"), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private QuietWait calm(Duration patience) {
        return new QuietWait(Probe.open(proc), new OwnProcesses(List.of(), List.of()), patience);
    }

    /** Counts up while it is busy: every reading is ten seconds more than the previous one. */
    private Thread others(boolean steal) {
        return Thread.ofPlatform().start(() -> {
            try {
                for (long ticks = 1000; busy.get(); ticks += 1000) {
                    write(steal ? 0 : ticks, steal ? ticks : 0);
                }
            } catch (IOException broken) {
                throw new IllegalStateException(broken);
            }
        });
    }

    /** One check, disturbed by other programs. These are simulated by a thread, which on a busy machine may not run during a check. */
    private void awaitDisturbed() throws Exception {
        while (calm(Duration.ofMillis(1)).await().calm()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aQuietMachineIsNotWaitedFor() throws Exception {
        assertThat(calm(LONG).await().calm()).isTrue();
    }

    @Test
    void withoutTimeLeftItDoesNotLook() throws Exception {
        assertThat(calm(Duration.ZERO).await()).isEqualTo(new QuietWait.Waited(Duration.ZERO, false));
    }

    @Test
    void patienceEnds() throws Exception {
        Thread others = others(false);
        awaitDisturbed();
        busy.set(false);
        others.join();
    }

    @Test
    void whatTheHypervisorTakesIsNoQuiet() throws Exception {
        Thread others = others(true);
        awaitDisturbed();
        busy.set(false);
        others.join();
    }

    @Test
    void goesOnWhenTheOthersHaveLeft() throws Exception {
        Thread others = others(false);
        FutureTask<QuietWait.Waited> waiting;
        Thread waiter;
        do {
            waiting = new FutureTask<>(() -> calm(LONG).await());
            waiter = Thread.ofPlatform().start(waiting);
            while (waiter.isAlive() && waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // until it has checked once and pauses
            }
        } while (!waiter.isAlive());
        busy.set(false);
        others.join();
        assertThat(waiting.get().calm()).isTrue();
        assertThat(waiting.get().took()).isPositive();
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        Thread others = others(false);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> calm(LONG).await()).isInstanceOf(InterruptedException.class);
        busy.set(false);
        others.join();
    }
}
