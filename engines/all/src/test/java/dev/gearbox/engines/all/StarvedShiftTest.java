package dev.gearbox.engines.all;

import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.behaviours.Behaviours;
import dev.gearbox.testkit.engine.EveryEngineArguments;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.BehaviourOutcome;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.ContractReport;
import dev.gearbox.testkit.fixture.FailureCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Connections change engines when no descriptor is left. For engines that need another module for handing over, the tests in their own modules cannot show
 * this.
 */
@Tag("deep")
@OneOfEachModel
class StarvedShiftTest {
    /** In the build: each takes some seconds. */
    private static final int ENGINES = 3;

    private static final List<Behaviour> BEHAVIOURS = Stream.of(
                    "no descriptors left for a shift", "a shift that is declined when no descriptor is left")
            .map(Behaviours::named)
            .toList();

    private final long seed = Contract.seed();

    @Test
    void noneIsLost() {
        FailureCollector failures = new FailureCollector();
        List<ContractReport.Row> rows = new ArrayList<>();
        for (String spec : SeededSample.of(EveryEngineArguments.specs(getClass()), ENGINES, seed)) {
            for (Behaviour behaviour : BEHAVIOURS) {
                BehaviourOutcome outcome = Contract.play(spec, behaviour, seed, Wiring.PLAIN);
                rows.add(new ContractReport.Row(spec + " > without descriptors", behaviour.name(), outcome));
                failures.add(spec + ", " + behaviour, outcome);
            }
        }
        ContractReport.write("shifts", getClass(), rows);
        failures.check("shifts without descriptors (-Dgearbox.seed=" + seed + ")");
    }
}
