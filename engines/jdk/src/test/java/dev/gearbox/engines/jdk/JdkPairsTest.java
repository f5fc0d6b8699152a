package dev.gearbox.engines.jdk;

import dev.gearbox.testkit.contract.PairContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** Every engine on the JDK's channels as server for the clients of every other. */
@EveryEngine.Engines({
    "threads",
    "pool?threads=100",
    "pool?elastic=true",
    "virtual",
    "selector",
    "selector-pool?threads=2",
    "reactors?threads=2",
    "reactors?per=4",
    "async?threads=2",
    "async?threads=2&style=future"
})
class JdkPairsTest extends PairContract {}
