package dev.gearbox.engines.auto;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for engines of two engines, which here move connections all the time. */
@EveryEngine.Engines({
    "parking?work=virtual&quiet=selector&after=5ms",
    "parking?work=epoll&quiet=epoll&after=5ms",
    "evicting?on=selector&to=threads&after=1ms&back=1ms",
    "evicting?on=epoll&to=threads&after=1ms&back=1ms"
})
class PairOfEnginesContractTest extends EngineContract {}
