package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.engines.linux.uring.SocketRing;
import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.report.LoadReport;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {
    private static final int SLICES = 20;

    private static final Script PERSISTENT = Script.of(
            Plans.CONNECT,
            Step.Repeat.forever(
                    Plans.send(64), Plans.ECHO, Plans.send("hello"), Plans.ECHO, Plans.frames(4, 64), Plans.ECHO));

    /** On chains of io_uring: their system calls allocate, until the optimising compiler removes that; a selector allocates a channel for each connection. */
    private static final Script RECONNECTING =
            Script.of(Plans.CONNECT, Plans.send(64), Plans.ECHO, Plans.send("hello"), Plans.ECHO, Plans.CLOSE);

    static List<Arguments> loops() {
        List<Arguments> loops = new ArrayList<>(List.of(
                Arguments.of(new Arrivals.Closed(20), GeneratorCore.SHARED, PERSISTENT, 1),
                Arguments.of(new Arrivals.Closed(20), GeneratorCore.OWN, PERSISTENT, 1),
                Arguments.of(new Arrivals.Poisson(10_000, 20), GeneratorCore.SHARED, PERSISTENT, 1),
                Arguments.of(new Arrivals.Poisson(10_000, 20), GeneratorCore.OWN, PERSISTENT, 1)));
        if (SocketRing.absence().isEmpty()) {
            loops.add(Arguments.of(new Arrivals.Closed(20), GeneratorCore.OWN, RECONNECTING, 1_000));
            loops.add(Arguments.of(new Arrivals.Poisson(2_000, 20), GeneratorCore.OWN, RECONNECTING, 1_000));
        }
        return loops;
    }

    private static final class Meter implements GeneratorListener {
        // The first call takes as long as a slice.
        private long before = allocated();
        private long after;

        private static long allocated() {
            try {
                return (Long) ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("java.lang:type=Threading"),
                                "getThreadAllocatedBytes",
                                new Object[] {Thread.currentThread().threadId()},
                                new String[] {"long"});
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void measuring() {
            before = allocated();
        }

        @Override
        public void measured() {
            after = allocated();
        }
    }

    @ParameterizedTest
    @MethodSource("loops")
    void aRequestAllocatesNextToNothing(Arrivals arrivals, GeneratorCore core, Script script, int bound)
            throws Exception {
        var meter = new Meter();
        try (var server = new OneSelectorEcho(() -> {});
                var load = SlicedLoad.connect(Plans.plan(server.port(), script, arrivals), core, meter)) {
            // Code that is not compiled yet boxes what compiled code does not, and on a busy machine the compiler comes
            // late.
            int clean = 0;
            for (int seed = 0; clean < 2; seed++) {
                LoadReport report = load.run(
                        new SlicePlan(seed, Duration.ofMillis(200), Duration.ofMillis(500), OptionalDouble.empty()),
                        meter);
                assertThat(report.errors()).isEmpty();
                assertThat(report.answered()).as("%s", report).isPositive();
                // The allocation at the window's begin and end and by the meter, whatever the number of requests.
                long bytes = meter.after - meter.before - 50_000;
                // One object for each request would be 16 bytes. Compiled code stays compiled: the slice after the
                // first
                // clean one is clean too.
                if (clean > 0 || bytes < bound * report.answered() || seed == SLICES) {
                    assertThat(bytes)
                            .as("bytes for %d requests", report.answered())
                            .isLessThan(bound * report.answered());
                    clean++;
                }
            }
        }
    }
}
