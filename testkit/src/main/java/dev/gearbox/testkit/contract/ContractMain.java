package dev.gearbox.testkit.contract;

import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.behaviours.Behaviours;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.BehaviourOutcome;
import dev.gearbox.testkit.fixture.Contract;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Runs the contract without a test framework: {@code ContractMain SPEC SEED BEHAVIOUR...}, all behaviours if none is named; for shifts between two
 * kinds, SPEC may be {@code "SPEC > SPEC"}. Prints a line for each and exits with 0 if all passed, with 1 if one failed.
 */
public final class ContractMain {
    /** Printed first, before any check. */
    public static final String FRIENDLY = "a simple echo";

    private ContractMain() {}

    private static boolean friendly(String spec) {
        try {
            Contract.friendlyEcho(spec);
            System.out.println("PASS " + FRIENDLY + "\t");
            return true;
        } catch (IOException | RuntimeException failure) {
            System.out.println("FAIL " + FRIENDLY + "\t" + failure);
            return false;
        }
    }

    /** Runs the behaviours; see the class comment. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[1]);
        String[] engines = args[0].split(" > ", 2);
        String spec = engines[0];
        String target = engines[engines.length - 1];
        boolean passed = friendly(spec);
        var behaviours = args.length == 2
                ? Behaviours.all()
                : Arrays.stream(args).skip(2).map(Behaviours::named).toList();
        Set<Behaviour> failed = new HashSet<>();
        for (Behaviour behaviour : behaviours) {
            if (failed.contains(behaviour)) {
                continue;
            }
            switch (Contract.play(spec, target, behaviour, seed, Wiring.PLAIN)) {
                case BehaviourOutcome.Passed(var took) ->
                    System.out.println("PASS " + behaviour + "\t" + took.toMillis() + " ms");
                case BehaviourOutcome.NotApplicable(var reason) ->
                    System.out.println("NONE " + behaviour + "\t" + reason);
                case BehaviourOutcome.Failed(var why) -> {
                    passed = false;
                    failed.add(behaviour);
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
        // Exit explicitly: a broken engine may have left threads behind.
        Runtime.getRuntime().halt(passed ? 0 : 1);
    }
}
