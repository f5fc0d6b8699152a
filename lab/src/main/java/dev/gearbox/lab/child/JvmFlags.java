package dev.gearbox.lab.child;

import java.util.ArrayList;
import java.util.List;

/**
 * The JVM settings that would otherwise depend silently on pinning: a JVM pinned to one processor changes its collector, its pools and the parallelism of
 * virtual threads. So each is set explicitly and recorded in the result.
 *
 * @param collector the option that selects the collector, such as {@code -XX:+UseSerialGC}
 * @param compiler the option that limits the JIT compilers, such as {@code -XX:TieredStopAtLevel=1}; empty: the default
 * @param heapMiB size of the heap, fixed (initial = maximum), in MiB
 * @param youngMiB size of the young generation within it, in MiB; 0 leaves it to the JVM
 * @param processors {@code ActiveProcessorCount} and the parallelism of virtual threads
 */
public record JvmFlags(String collector, String compiler, int heapMiB, int youngMiB, int processors) {
    private static final String C1 = "-XX:TieredStopAtLevel=1";

    /** Returns the serial collector and 512 MiB, for a server on that many processors. */
    public static JvmFlags server(int processors) {
        return new JvmFlags("-XX:+UseSerialGC", "", 512, 0, processors);
    }

    /**
     * Returns the serial collector and a young generation that a measured window does not fill, because the generator must not collect. C1 only: C2 would
     * run on the loop's own core, repeatedly for minutes, and the loop spends most of its time in system calls anyway.
     */
    public static JvmFlags generator(int processors) {
        return new JvmFlags("-XX:+UseSerialGC", C1, 1024, 768, processors);
    }

    /** Returns the same on another number of processors. */
    public JvmFlags on(int otherProcessors) {
        return new JvmFlags(collector, compiler, heapMiB, youngMiB, otherProcessors);
    }

    /** Returns the same with C1 alone. */
    JvmFlags unoptimized() {
        return new JvmFlags(collector, C1, heapMiB, youngMiB, processors);
    }

    /** Validates the numbers. */
    public JvmFlags {
        if (heapMiB < 8 || youngMiB < 0 || youngMiB >= heapMiB || processors < 1) {
            throw new IllegalArgumentException("heap " + heapMiB + " MiB, young " + youngMiB + " MiB, processors "
                    + processors + ": out of range");
        }
    }

    /** Returns the options for the command line of {@code java}. */
    public List<String> options() {
        List<String> options = new ArrayList<>(List.of(collector, "-Xms" + heapMiB + "m", "-Xmx" + heapMiB + "m"));
        if (!compiler.isEmpty()) {
            options.add(compiler);
        }
        if (youngMiB > 0) {
            options.add("-Xmn" + youngMiB + "m");
        }
        options.add("-XX:ActiveProcessorCount=" + processors);
        options.add("-Djdk.virtualThreadScheduler.parallelism=" + processors);
        options.add("-XX:-UsePerfData");
        return List.copyOf(options);
    }
}
