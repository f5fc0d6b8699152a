package dev.gearbox.lab.load;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.probe.PerfStat;
import dev.gearbox.lab.probe.SystemCalls;
import dev.gearbox.lab.profile.CpuExplainer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Counts an arm's system calls in a separate slice, because counting costs the arm some tenths of a µs per call. Only their sum: {@link CpuExplainer}
 * counts by name, and detaching from the tracepoints of names takes over a second. If the kernel or its permissions do not allow it, the entry says why.
 */
final class CallCount implements GeneratorProcess.Window {
    private static final String ALL = "all";

    private final PerfStat perf;
    private SystemCalls.@Nullable Counted counted;
    private @Nullable IOException failed;

    private CallCount(PerfStat perf) {
        this.perf = perf;
    }

    static ForkEvent.Counted of(int fork, SubjectProcess arm, ArmLoad load, int number, double seconds)
            throws ChildException, InterruptedException {
        try (PerfStat perf = PerfStat.attach(arm.pids(), Duration.ofMinutes(2), false)) {
            CallCount count = new CallCount(perf);
            long answered = load.apart(arm, number, seconds, OptionalDouble.empty(), count)
                    .slice()
                    .traffic()
                    .answered();
            return new ForkEvent.Counted(fork, arm.label(), answered, count.calls(), null);
        } catch (IOException impossible) {
            return new ForkEvent.Counted(fork, arm.label(), 0, Map.of(), String.valueOf(impossible.getMessage()));
        }
    }

    @Override
    public void opened() throws InterruptedException {
        try {
            perf.start();
        } catch (IOException refused) {
            failed = refused;
        }
    }

    @Override
    public void closed() throws InterruptedException {
        try {
            if (failed == null) {
                counted = perf.stop();
            }
        } catch (IOException refused) {
            failed = refused;
        }
    }

    private Map<String, Long> calls() throws IOException {
        if (failed != null) {
            throw failed;
        }
        if (counted == null) {
            throw new IOException("the window was not closed");
        }
        return Map.of(ALL, counted.total());
    }
}
