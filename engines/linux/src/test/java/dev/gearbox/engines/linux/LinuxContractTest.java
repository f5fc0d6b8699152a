package dev.gearbox.engines.linux;

import dev.gearbox.testkit.contract.EngineContract;
import dev.gearbox.testkit.engine.EveryEngine;

/** The whole contract for every engine on direct Linux system calls. */
@EveryEngine.Engines({"epoll?threads=2", "uring?threads=2", "virtual-loop", "virtual-loop?threads=2"})
class LinuxContractTest extends EngineContract {}
