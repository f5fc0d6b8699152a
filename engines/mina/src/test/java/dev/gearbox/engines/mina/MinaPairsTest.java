package dev.gearbox.engines.mina;

import dev.gearbox.testkit.contract.PairContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** MINA as server for MINA's clients. */
@EveryEngine.Engines("mina?threads=2")
class MinaPairsTest extends PairContract {}
