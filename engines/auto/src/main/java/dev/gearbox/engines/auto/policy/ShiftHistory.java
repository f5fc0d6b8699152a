package dev.gearbox.engines.auto.policy;

/**
 * The history of a connection's shifts.
 *
 * @param shifts how many there were
 * @param relapses how many times in a row it was shifted again soon after its return
 * @param backMillis when it last returned, since the engine's start; -1: never
 */
public record ShiftHistory(int shifts, int relapses, long backMillis) {
    /** History of a connection that was never shifted. */
    public static final ShiftHistory NEW = new ShiftHistory(0, 0, -1);

    /** How often a probation is doubled at most. */
    private static final int DOUBLINGS = 6;
    /** After so many probations at home without a new reason, the duration is reset to the first one. */
    private static final int SOON = 10;

    /** Returns the duration of its probation. */
    public long probationMillis(Thresholds thresholds) {
        return thresholds.probationMillis() << Math.min(relapses, DOUBLINGS);
    }

    /** Returns the history after a shift to a role. */
    public ShiftHistory after(PartRole to, long atMillis, Thresholds thresholds) {
        if (to == PartRole.START) {
            return new ShiftHistory(shifts + 1, relapses, atMillis);
        }
        boolean relapse = !isOld(atMillis, thresholds);
        return new ShiftHistory(shifts + 1, relapse ? relapses + 1 : 0, backMillis);
    }

    /** Returns whether it has been on the start engine for so long that the history can be dropped. */
    public boolean isOld(long atMillis, Thresholds thresholds) {
        return backMillis < 0 || atMillis - backMillis >= SOON * probationMillis(thresholds);
    }
}
