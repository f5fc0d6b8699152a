package dev.gearbox.engines.netty;

import dev.gearbox.testkit.contract.PairContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** Every Netty transport as server for the clients of every other. */
@EveryEngine.Engines({"netty-nio?threads=2", "netty-epoll?threads=2", "netty-uring?threads=2"})
class NettyPairsTest extends PairContract {}
