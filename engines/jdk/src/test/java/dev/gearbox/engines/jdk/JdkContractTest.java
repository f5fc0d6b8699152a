package dev.gearbox.engines.jdk;

import dev.gearbox.testkit.EngineContract;
import dev.gearbox.testkit.EveryEngine;

/** The whole contract over every engine on the JDK's channels. */
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
