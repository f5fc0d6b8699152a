package dev.gearbox.engines.netty;

import dev.gearbox.testkit.contract.PairContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** Every transport of Netty's as server of every other's clients. */
@EveryEngine.Engines({"netty-nio?threads=2", "netty-epoll?threads=2", "netty-uring?threads=2"})
class NettyPairsTest extends PairContract {}
