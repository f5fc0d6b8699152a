package dev.gearbox.lab;

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
    /** Cores that other processes kept busy between an earlier reading and this one: 0.3 is a third of one core. */
    public double foreignCores(MachineReading before) {
        double foreign = (double) (busyMicros - before.busyMicros) - (ownMicros - before.ownMicros);
        return Math.max(0, foreign / micros(before));
    }

    /** Steal between an earlier reading and this one, as a share of one core. */
    public double steal(MachineReading before) {
        return Math.max(0, (stealMicros - before.stealMicros) / micros(before));
    }

    private double micros(MachineReading before) {
        return Math.max(1, (nanos - before.nanos) / 1e3);
    }
}
