package dev.gearbox.testkit.contract;

import dev.gearbox.testkit.behaviours.Behaviours;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.EveryEngineArguments;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.BehaviourOutcome;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.ContractReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The contract as a test class: a module with engines extends it and names their specs with {@link EveryEngine.Engines}. At its end it writes the
 * results into {@code target/contract.md}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EngineContract {
    private final long seed = Contract.seed();
    private final List<ContractReport.Row> rows = new ArrayList<>();

    /** Prints the seed, for the log. */
    protected EngineContract() {
        System.out.println("contract: -Dgearbox.seed=" + seed);
    }

    @Tag("deep")
    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void keeps(String spec, Behaviour behaviour) {
        play(spec, behaviour);
    }

    @Tag("deep")
    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine(ownJvm = true)
    void keepsInOwnJvm(String spec, Behaviour behaviour) {
        play(spec, behaviour);
    }

    private void play(String spec, Behaviour behaviour) {
        BehaviourOutcome outcome = Contract.play(spec, behaviour, seed);
        rows.add(new ContractReport.Row(spec, behaviour.name(), outcome));
        if (outcome instanceof BehaviourOutcome.Failed(Throwable why)) {
            Assertions.fail(why.getMessage(), why);
        }
    }

    @AfterAll
    void report() {
        EveryEngineArguments.absent(getClass())
                .forEach((spec, reason) -> Behaviours.all()
                        .forEach(behaviour -> rows.add(new ContractReport.Row(
                                spec,
                                behaviour.name(),
                                new BehaviourOutcome.NotApplicable("cannot run here: " + reason)))));
        ContractReport.write("engines", getClass(), rows);
    }
}
