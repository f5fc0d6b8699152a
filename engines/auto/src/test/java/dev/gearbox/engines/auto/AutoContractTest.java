package dev.gearbox.engines.auto;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for engines composed of engines, whose connections are shifted all the time. */
@EveryEngine.Engines({
    "parking?work=virtual&quiet=selector&after=5ms",
    "parking?work=epoll&quiet=epoll&after=5ms",
    "evicting?on=selector&to=threads&after=1ms&back=1ms",
    "evicting?on=epoll&to=threads&after=1ms&back=1ms",
    "auto?start=selector&large=reactors&every=1ms&slow=1ms&strikes=1&much=16&probation=1ms&budget=1000000",
    "auto?start=epoll&large=epoll(threads=1)&every=1ms&slow=1ms&strikes=1&much=16&probation=1ms&budget=1000000&samples=true"
})
class AutoContractTest extends EngineContract {}
