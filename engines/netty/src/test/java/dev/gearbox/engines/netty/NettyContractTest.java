package dev.gearbox.engines.netty;

import dev.gearbox.testkit.EngineContract;
import dev.gearbox.testkit.EveryEngine;

/** The whole contract over Netty's transports; io_uring with and without a buffer ring, for its reads differ altogether. */
@EveryEngine.Engines({
    "netty-nio?threads=2",
    "netty-epoll?threads=2",
    "netty-uring?threads=2",
    "netty-uring?threads=2&ring=0"
})
class NettyContractTest extends EngineContract {}
