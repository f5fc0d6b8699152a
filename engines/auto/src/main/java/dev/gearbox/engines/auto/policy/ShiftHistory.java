package dev.gearbox.engines.auto.policy;

import dev.gearbox.core.loop.ProbationBackoff;

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

    /** Returns the duration of its probation: how long it must behave before it returns. */
    public long probationMillis(Thresholds thresholds) {
        return ProbationBackoff.length(thresholds.probationMillis(), relapses);
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
        return backMillis < 0 || !ProbationBackoff.isRelapse(atMillis - backMillis, probationMillis(thresholds));
    }
}
