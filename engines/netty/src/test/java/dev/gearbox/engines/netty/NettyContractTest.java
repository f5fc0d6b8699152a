package dev.gearbox.engines.netty;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for Netty's transports. */
@EveryEngine.Engines({"netty-nio?threads=2", "netty-epoll?threads=2", "netty-uring?threads=2"})
class NettyContractTest extends EngineContract {}
