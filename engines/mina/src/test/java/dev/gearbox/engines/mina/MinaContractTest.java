package dev.gearbox.engines.mina;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for MINA, with one processor and with two. */
@EveryEngine.Engines({"mina?threads=1", "mina?threads=2"})
class MinaContractTest extends EngineContract {}
