package dev.gearbox.testkit.contract;

import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.EveryEngineArguments;
import dev.gearbox.testkit.engine.SeededSample;
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
 * The pairs as a test class: each engine that {@link EveryEngine.Engines} names on its class serves clients on each other one, or on a {@link
 * SeededSample} of them. {@code -Dgearbox.engine} narrows both sides.
 */
@Tag("deep")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PairContract {
    /** The number of client engines for each server in the build. */
    private static final int CLIENTS = 3;

    private final long seed = Contract.seed();
    private final List<ContractReport.Row> rows = new ArrayList<>();

    /** Prints the seed, for the log. */
    protected PairContract() {
        System.out.println("pairs: -Dgearbox.seed=" + seed);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void servesEveryClient(String server) {
        FailureCollector failures = new FailureCollector();
        for (String client :
                SeededSample.of(EveryEngineArguments.specs(getClass()), CLIENTS, seed ^ server.hashCode())) {
            EnginePair.play(server, client, seed).forEach((behaviour, outcome) -> {
                rows.add(new ContractReport.Row(server + " < " + client, behaviour, outcome));
                failures.add(client + ", " + behaviour, outcome);
            });
        }
        failures.check(server + " as server (-Dgearbox.seed=" + seed + ")");
    }

    @AfterAll
    void report() {
        ContractReport.write("pairs", getClass(), rows);
    }
}
