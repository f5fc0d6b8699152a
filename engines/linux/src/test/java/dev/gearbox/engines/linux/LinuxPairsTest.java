package dev.gearbox.engines.linux;

import dev.gearbox.testkit.contract.PairContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** Every engine on Linux' own calls as server of every other's clients. */
@EveryEngine.Engines({"epoll", "epoll?threads=2&accept=dealt", "uring?threads=2", "virtual-loop?threads=2"})
class LinuxPairsTest extends PairContract {}
