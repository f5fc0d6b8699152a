package dev.gearbox.load.plan;

import java.time.Duration;
import java.util.OptionalDouble;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A period of load on connections that are open already.
 *
 * @param seed of the schedule of an open loop: the same seed gives the same arrivals, from the beginning of the lead on. Nothing else is random
 * @param lead how long the load runs before the window; may be zero
 * @param window the length of the measured window
 * @param perSecond a rate that replaces the plan's; for an open loop only
 */
public record SlicePlan(long seed, Duration lead, Duration window, OptionalDouble perSecond) {
    public SlicePlan {
        DurationLimits.check(lead, true, "lead");
        DurationLimits.check(window, false, "window");
    }

    /** Returns the window of a plan, after its warm-up. */
    public static SlicePlan of(LoadPlan plan) {
        return new SlicePlan(plan.seed(), plan.warmUp(), plan.measure(), OptionalDouble.empty());
    }

    /** Returns the arrivals of a plan, at the rate of this slice. */
    public Arrivals arrivals(Arrivals planned) {
        return perSecond.isPresent() ? planned.at(perSecond.getAsDouble()) : planned;
    }

    /** Returns the JSON form, without the arm. */
    public ObjectNode toTree() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("seed", seed)
                .put("lead", lead.toString())
                .put("window", window.toString());
        perSecond.ifPresent(rate -> node.put("perSecond", rate));
        return node;
    }
}
