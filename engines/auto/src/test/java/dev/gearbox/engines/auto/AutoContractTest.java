package dev.gearbox.engines.auto;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for the engine that selects engines, which here moves connections all the time. */
@EveryEngine.Engines({
    "auto?start=selector&large=reactors&every=1ms&slow=1ms&strikes=1&much=16&probation=1ms&budget=1000000",
    "auto?start=epoll&large=epoll(threads=1)&every=1ms&slow=1ms&strikes=1&much=16&probation=1ms&budget=1000000&samples=true"
})
class AutoContractTest extends EngineContract {}
