package dev.gearbox.engines.linux;

import dev.gearbox.testkit.contract.PairContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** Every engine on direct Linux system calls as server for the clients of every other. */
@EveryEngine.Engines({"epoll", "epoll?threads=2&accept=dealt", "uring?threads=2", "virtual-loop?threads=2"})
class LinuxPairsTest extends PairContract {}
