package dev.gearbox.testkit;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * The contract without a test framework: {@code ContractMain SPEC SEED BEHAVIOUR...}, all behaviours if none is named. A line for each, then
 * ends with 0 if all passed, with 1 if one failed.
 */
public final class ContractMain {
    /** Printed first, and before any check. */
    static final String FRIENDLY = "an echo among friends";

    private ContractMain() {}

    /** An echo among friends, after which nobody looks whether something was left behind: what even a broken engine gets right. */
    private static boolean friendly(String spec) {
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> connection::write,
                        Options.DEFAULT);
                Peer peer = Peer.connect((InetSocketAddress) listener.address(), 0)) {
            for (int size : new int[] {5, 1_000, 3}) {
                peer.echo(new byte[size]);
            }
            System.out.println("PASS " + FRIENDLY + "\t");
            return true;
        } catch (IOException | RuntimeException failure) {
            System.out.println("FAIL " + FRIENDLY + "\t" + failure);
            return false;
        }
    }

    /** Runs; see the class. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[1]);
        boolean passed = friendly(args[0]);
        var behaviours = args.length == 2
                ? Behaviours.all()
                : Arrays.stream(args).skip(2).map(Behaviours::named).toList();
        for (Behaviour behaviour : behaviours) {
            switch (Contract.play(args[0], behaviour, seed)) {
                case Outcome.Passed(var took) ->
                    System.out.println("PASS " + behaviour + "\t" + took.toMillis() + " ms");
                case Outcome.NotApplicable(var reason) -> System.out.println("NONE " + behaviour + "\t" + reason);
                case Outcome.Failed(var why) -> {
                    passed = false;
                    System.out.println("FAIL " + behaviour + "\t"
                            + String.valueOf(why.getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse(""));
                    if (Boolean.getBoolean("gearbox.verbose")) {
                        why.printStackTrace(System.out);
                    }
                }
            }
        }
        // Not by running out: a broken engine may have left threads behind.
        Runtime.getRuntime().halt(passed ? 0 : 1);
    }
}
