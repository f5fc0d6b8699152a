package dev.gearbox.engines.all;

import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.engine.EveryEngineArguments;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.FailureCollector;
import dev.gearbox.testkit.sockets.UnixSocketBehaviours;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A connection on a Unix-domain socket is shifted, or the shift is refused, with every kind of engine: none loses it. From a descriptor and from a channel. */
@Tag("deep")
@OneOfEachModel
class UnixShiftTest {
    /** In the build: each takes a second. */
    private static final int ENGINES = 4;

    private final long seed = Contract.seed();

    @Test
    void noneLosesIt() {
        FailureCollector failures = new FailureCollector();
        for (String from : List.of("epoll", "selector")) {
            for (String to : SeededSample.of(EveryEngineArguments.specs(getClass()), ENGINES, seed)) {
                failures.add(
                        from + " > " + to, Contract.play(from, to, UnixSocketBehaviours.shift(), seed, Wiring.PLAIN));
            }
        }
        failures.check("shifts on Unix-domain sockets (-Dgearbox.seed=" + seed + ")");
    }
}
