package dev.gearbox.testkit.memory;

import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.Assert;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Checks that a protocol does not depend on how the network splits its input: fed with the same bytes whole, one by one, and split at random, with a
 * peer that reads the answers in random pieces, it must produce the same output.
 */
public final class SplitInput {
    private static final int ROUNDS = 30;

    private SplitInput() {}

    /**
     * Runs the check.
     *
     * @param protocol creates a new protocol for each round
     * @param input what the peer sends before it ends
     * @return the protocol's output
     * @throws AssertionError with the seed, if a round differs from the first
     */
    public static byte[] check(Supplier<Protocol> protocol, byte[] input, long seed) {
        byte[] expected = talk(protocol.get(), input, input.length, input.length, seed);
        compare(expected, talk(protocol.get(), input, 1, 1, seed), "split into single bytes", seed);
        for (int round = 0; round < ROUNDS; round++) {
            int largest = 1 + (input.length >> (round % 8));
            byte[] actual = talk(protocol.get(), input, largest, 1 + largest / 2, seed + round);
            compare(expected, actual, "split at random into at most " + largest, seed + round);
        }
        return expected;
    }

    private static void compare(byte[] expected, byte[] actual, String how, long seed) {
        Assert.equal(expected, actual, "the answer to input " + how + " (-Dgearbox.seed=" + seed + ")");
    }

    private static byte[] talk(Protocol protocol, byte[] input, int largestIn, int largestOut, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = engine.open(protocol);
            for (int at = 0; at < input.length && !connection.closed(); ) {
                int step = Math.min(input.length - at, 1 + random.nextInt(largestIn));
                // Blocked half of the time, and then not: so answers accumulate, or leave at once.
                connection.takes(offered -> Math.min(offered, random.nextInt(2) * (1 + random.nextInt(largestOut))));
                int fed = connection.feed(input, at, step);
                at += fed;
                if (fed < step) {
                    connection.takes(offered -> offered);
                    connection.await("it reads again", () -> connection.reading() || connection.closed());
                }
            }
            connection.takes(offered -> offered);
            if (!connection.closed()) {
                connection.end();
            }
            connection.await("the conversation is over", connection::closed);
            return connection.output();
        }
    }
}
