package dev.gearbox.engines.jdk;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for every engine whose threads block in reads and writes. */
@EveryEngine.Engines({"threads", "pool?threads=1100", "pool?elastic=true", "virtual"})
class BlockingContractTest extends EngineContract {}
