package dev.gearbox.engines.mina;

import dev.gearbox.testkit.EveryEngine;
import dev.gearbox.testkit.PairContract;

/** MINA as server of MINA's clients. */
@EveryEngine.Engines("mina?threads=2")
class MinaPairsTest extends PairContract {}
