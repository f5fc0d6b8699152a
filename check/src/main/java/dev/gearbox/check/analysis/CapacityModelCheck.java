package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;

/** IT-15: recovery of the universal scalability law from synthetic points. The capacity model that it tests does not exist yet. */
public record CapacityModelCheck() implements Check {
    @Override
    public String id() {
        return "IT-15";
    }

    @Override
    public String title() {
        return "recovery of a scalability law";
    }

    @Override
    public String mark() {
        return "each parameter in its interval in 90 of 100";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        return CheckOutcome.notHere("IT-15 tests the capacity model, which does not exist yet");
    }
}
