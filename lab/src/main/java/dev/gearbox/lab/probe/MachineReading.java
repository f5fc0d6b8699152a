package dev.gearbox.lab.probe;

import dev.gearbox.evidence.Slice;

/**
 * What the whole machine and our own processes had used by one moment: what others took in a window follows from two of
 * these. Interrupt time is left out of {@code busyMicros}: loopback traffic runs there, and it is ours.
 *
 * @param nanos when, on the monotonic clock
 * @param busyMicros time of all processors in user (nice included) and system mode, in µs
 * @param stealMicros time that the hypervisor gave to others, in µs
 * @param ownMicros processor time of the lab and its two children, in µs
 */
public record MachineReading(long nanos, long busyMicros, long stealMicros, long ownMicros) {
    /**
     * The kernel tells the machine's time and each process's in ticks of 10 ms, each rounded down for itself. A difference of
     * fewer than three is what rounding makes of nothing; in a job of 90 ms one tick alone would be a tenth of a core.
     */
    private static final long LEAST_MICROS = 30_000;

    /** Cores that other processes kept busy between an earlier reading and this one: 0.3 is a third of one core; 0 for less than 30 ms. */
    public double foreignCores(MachineReading before) {
        long foreign = busyMicros - before.busyMicros - (ownMicros - before.ownMicros);
        return foreign < LEAST_MICROS ? 0 : foreign / micros(before);
    }

    /** Steal between an earlier reading and this one, as a share of one core. */
    public double steal(MachineReading before) {
        return Math.max(0, (stealMicros - before.stealMicros) / micros(before));
    }

    /** What others took between an earlier reading and this one. */
    public Slice.Disturbance disturbance(MachineReading before, long retransmits) {
        return new Slice.Disturbance(
                foreignCores(before), steal(before) / Runtime.getRuntime().availableProcessors(), retransmits);
    }

    private double micros(MachineReading before) {
        return Math.max(1, (nanos - before.nanos) / 1e3);
    }
}
