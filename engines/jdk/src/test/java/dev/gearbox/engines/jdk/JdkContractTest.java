package dev.gearbox.engines.jdk;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for every engine on the JDK's channels. */
@EveryEngine.Engines({
    "threads",
    "pool?threads=1100",
    "pool?elastic=true",
    "virtual",
    "selector",
    "selector-pool?threads=2",
    "reactors?threads=2",
    "reactors?per=4",
    "async?threads=2",
    "async?threads=2&style=future"
})
class JdkContractTest extends EngineContract {}
