package dev.gearbox.core.balance;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Loops;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * How an engine looks after its loops by itself, as its spec says: the same words for all engines that can.
 *
 * @param least loops that it has at least, and at first
 * @param most loops that it has at most
 */
public record LoopSizing(int least, int most) {
    private static final String REBALANCE = "rebalance";
    private static final String MOST = "most";

    /** For the card of a model whose engines have {@link Engine#loops}. */
    public static List<Parameter> parameters() {
        return List.of(
                Parameter.Choice.flag(REBALANCE, false, "connections go from busy threads to idle ones by themselves"),
                new Parameter.Int(
                        MOST,
                        0,
                        Loops.MOST,
                        "0",
                        "with rebalance: so many threads at most, as they are needed; 0: as many as at first"));
    }

    /**
     * What a spec asks for; empty if the loops are nobody's business.
     *
     * @param model its name
     * @param threads at first
     * @throws BadSpecException if {@code most} is given without {@code rebalance}, or is less than {@code threads}
     */
    public static Optional<LoopSizing> of(Parameters parameters, String model, int threads) {
        int most = parameters.integer(MOST);
        if (!parameters.flag(REBALANCE)) {
            if (most > 0) {
                throw new BadSpecException(
                        model + ": most needs rebalance=true, for new threads would have nothing to do");
            }
            return Optional.empty();
        }
        if (most > 0 && most < threads) {
            throw new BadSpecException(model + ": most=" + most + " is less than the " + threads + " threads at first");
        }
        return Optional.of(new LoopSizing(threads, Math.max(most, threads)));
    }
}
