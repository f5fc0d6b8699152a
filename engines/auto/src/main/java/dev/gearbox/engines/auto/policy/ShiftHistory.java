package dev.gearbox.engines.auto.policy;

import dev.gearbox.core.loop.ProbationBackoff;

/**
 * What is remembered of a connection's shifts.
 *
 * @param shifts how many there were
 * @param relapses how many times in a row it had to leave again soon after it had come back
 * @param backMillis when it last came back, since the engine's start; -1: never
 */
public record ShiftHistory(int shifts, int relapses, long backMillis) {
    /** Of one that was never shifted. */
    public static final ShiftHistory NEW = new ShiftHistory(0, 0, -1);

    /** How long it has to behave before it comes back. */
    public long probationMillis(Thresholds thresholds) {
        return ProbationBackoff.length(thresholds.probationMillis(), relapses);
    }

    /** After a shift to a place. */
    public ShiftHistory after(PartRole to, long atMillis, Thresholds thresholds) {
        if (to == PartRole.START) {
            return new ShiftHistory(shifts + 1, relapses, atMillis);
        }
        boolean relapse = !isOld(atMillis, thresholds);
        return new ShiftHistory(shifts + 1, relapse ? relapses + 1 : 0, backMillis);
    }

    /** Whether it has been where it started for so long that nothing needs to be remembered. */
    public boolean isOld(long atMillis, Thresholds thresholds) {
        return backMillis < 0 || !ProbationBackoff.isRelapse(atMillis - backMillis, probationMillis(thresholds));
    }
}
