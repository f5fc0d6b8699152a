package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Program;

/** Executes the repeated steps of a {@link Program}: a number of times, or for a duration. What remains is kept in the user's loop counters. */
final class RepeatCounters {
    private final Program program;
    private final long origin;

    /** {@code origin}: a moment before all others. */
    RepeatCounters(Program program, long origin) {
        this.program = program;
        this.origin = origin;
    }

    /** Called when a user reaches repeated steps. */
    void begin(User user) {
        int pc = user.pc++;
        user.loops[program.first(pc)] =
                program.op(pc) == Program.LOOP ? program.second(pc) : millis(user.base + program.nanos(pc));
    }

    /** Called when a user has done the steps once; returns whether it goes back to the first. */
    boolean again(User user) {
        int pc = user.pc;
        int counter = program.second(pc);
        boolean again =
                program.op(pc) == Program.AGAIN ? --user.loops[counter] > 0 : millis(user.base) < user.loops[counter];
        user.pc = again ? program.first(pc) : pc + 1;
        return again;
    }

    /** Converts a time to the range of a loop counter. */
    private int millis(long moment) {
        return (int) ((moment - origin) / 1_000_000);
    }
}
