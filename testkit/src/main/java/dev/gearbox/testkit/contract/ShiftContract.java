package dev.gearbox.testkit.contract;

import dev.gearbox.core.Capability;
import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.behaviours.ShiftBehaviours;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.EveryEngineArguments;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.BehaviourOutcome;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.ContractReport;
import dev.gearbox.testkit.fixture.FailureCollector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The shifts as a test class: connections of each engine that {@link EveryEngine.Engines} names on its class are shifted to each other one, or to a
 * {@link SeededSample} of them, and back. {@code -Dgearbox.engine} narrows both sides.
 */
@Tag("deep")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ShiftContract {
    /** The number of target engines for each one in the build, itself not counted. */
    private static final int TARGETS = 1;

    private final long seed = Contract.seed();
    private final List<ContractReport.Row> rows = new ArrayList<>();

    /** Prints the seed, for the log. */
    protected ShiftContract() {
        System.out.println("shifts: -Dgearbox.seed=" + seed);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void shiftsToEveryOther(String from) {
        FailureCollector failures = new FailureCollector();
        List<String> others = new ArrayList<>(EveryEngineArguments.specs(getClass()));
        boolean toItself = others.remove(from);
        List<String> targets = new ArrayList<>(SeededSample.of(others, TARGETS, seed ^ from.hashCode()));
        if (toItself) {
            targets.add(from);
        }
        for (String to : targets) {
            for (Behaviour behaviour : from.equals(to) ? ShiftBehaviours.all() : ShiftBehaviours.ofPairs()) {
                BehaviourOutcome outcome = play(from, to, behaviour);
                rows.add(new ContractReport.Row(from + " > " + to, behaviour.name(), outcome));
                failures.add(to + ", " + behaviour, outcome);
            }
        }
        failures.check("shifts from " + from + " (-Dgearbox.seed=" + seed + ")");
    }

    private BehaviourOutcome play(String from, String to, Behaviour behaviour) {
        return Contract.card(to).capabilities().containsAll(List.of(Capability.SHIFT_IN, Capability.SHIFT_OUT))
                ? Contract.play(from, to, behaviour, seed, Wiring.PLAIN)
                : new BehaviourOutcome.NotApplicable("the card of " + to + " lacks SHIFT_IN or SHIFT_OUT");
    }

    @AfterAll
    void report() {
        ContractReport.write("shifts", getClass(), rows);
    }
}
