package dev.gearbox.lab.probe;

import dev.gearbox.evidence.Slice;

/**
 * The usage of the machine, or of some of its processors, and of our own processes at one moment; two readings give the usage of other programs in a window. {@code busyMicros}
 * excludes interrupt time, because our own loopback traffic runs there.
 *
 * @param nanos the time on the monotonic clock
 * @param busyMicros time of these processors in user (nice included) and system mode, in µs
 * @param stealMicros time taken by the hypervisor, in µs
 * @param ownMicros processor time of the lab and its two children, in µs
 * @param processors the number of processors that were read
 */
public record MachineReading(long nanos, long busyMicros, long stealMicros, long ownMicros, int processors) {
    /**
     * The kernel reports the machine's time and that of each process in ticks of 10 ms, each rounded down separately. A difference of fewer than three
     * ticks can result from rounding alone; in a job of 90 ms one tick would already be a tenth of a core.
     */
    private static final long LEAST_MICROS = 30_000;

    /** Returns the cores that other processes kept busy since an earlier reading: 0.3 is a third of one core; 0 for less than 30 ms. */
    public double foreignCores(MachineReading before) {
        long foreign = busyMicros - before.busyMicros - (ownMicros - before.ownMicros);
        return foreign < LEAST_MICROS ? 0 : foreign / micros(before);
    }

    /** Returns the steal since an earlier reading, as a share of one core. */
    public double steal(MachineReading before) {
        return Math.max(0, (stealMicros - before.stealMicros) / micros(before));
    }

    /** Returns the disturbance since an earlier reading. */
    public Slice.Disturbance disturbance(MachineReading before, long retransmits) {
        return new Slice.Disturbance(foreignCores(before), steal(before) / processors, retransmits);
    }

    private double micros(MachineReading before) {
        return Math.max(1, (nanos - before.nanos) / 1e3);
    }
}
