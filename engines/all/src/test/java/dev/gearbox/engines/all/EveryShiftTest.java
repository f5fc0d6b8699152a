package dev.gearbox.engines.all;

import dev.gearbox.testkit.contract.ShiftContract;

/** Connections of every model are shifted to every other and back, across modules. */
@OneOfEachModel
class EveryShiftTest extends ShiftContract {}
