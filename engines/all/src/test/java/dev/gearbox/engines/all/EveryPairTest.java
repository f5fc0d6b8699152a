package dev.gearbox.engines.all;

import dev.gearbox.testkit.contract.PairContract;

/** Every model as server of every other's clients, whichever module it comes from. */
@OneOfEachModel
class EveryPairTest extends PairContract {}
