package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.origin.Delay;
import dev.gearbox.origin.Faults;
import java.time.Duration;

/**
 * The behaviour of one service. Each call has a delay and perhaps a fault of its own, drawn by the seed and the number of the call.
 *
 * @param delay from the request to the begin of its answer; a share of slow calls is {@link Delay.Bimodal}
 * @param faults the share of the calls that have each fault
 */
public record ServicePlan(Delay delay, Faults faults) {
    /** Answers at once, and rightly. */
    public static final ServicePlan PLAIN = new ServicePlan(new Delay.Constant(Duration.ZERO), Faults.NONE);

    /** Returns this plan with another delay: {@code 200ms}, {@code bimodal:20ms:400ms:5%}, or any other form of {@link Delay#parse}. */
    public ServicePlan withDelay(String text) {
        return new ServicePlan(Delay.parse(text), faults);
    }

    /** Returns this plan with other faults, in the form of {@link Faults#parse}: {@code reset=1%,error=5%}. */
    public ServicePlan withFaults(String text) {
        return new ServicePlan(delay, Faults.parse(text));
    }
}
