package dev.gearbox.engines.all;

import dev.gearbox.testkit.contract.PairContract;

/** Every model as server for the clients of every other, across modules. */
@OneOfEachModel
class EveryPairTest extends PairContract {}
