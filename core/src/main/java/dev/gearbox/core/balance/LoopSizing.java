package dev.gearbox.core.balance;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Loops;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * How an engine manages the number and the load of its loops, as its spec says: the same parameters for all engines that can.
 *
 * @param least minimum number of loops, and the initial one
 * @param most maximum number of loops
 */
public record LoopSizing(int least, int most) {
    private static final String REBALANCE = "rebalance";
    private static final String MOST = "most";

    /** Returns the parameters for the card of a model whose engines have {@link Engine#loops}. */
    public static List<Parameter> parameters() {
        return List.of(
                Parameter.Choice.flag(REBALANCE, false, "moves connections from busy threads to idle ones"),
                new Parameter.Int(
                        MOST,
                        0,
                        Loops.MOST,
                        "0",
                        "with rebalance: maximum number of threads, started as needed; 0: the initial number"));
    }

    /**
     * Returns what a spec asks for; empty if it asks for no rebalancing.
     *
     * @param model the model's name
     * @param threads the initial number
     * @throws BadSpecException if {@code most} is given without {@code rebalance}, or is less than {@code threads}
     */
    public static Optional<LoopSizing> of(Parameters parameters, String model, int threads) {
        int most = parameters.integer(MOST);
        if (!parameters.flag(REBALANCE)) {
            if (most > 0) {
                throw new BadSpecException(
                        model + ": most needs rebalance=true, since new threads would get no connections");
            }
            return Optional.empty();
        }
        if (most > 0 && most < threads) {
            throw new BadSpecException(model + ": most=" + most + " is less than the " + threads + " threads at first");
        }
        return Optional.of(new LoopSizing(threads, Math.max(most, threads)));
    }
}
