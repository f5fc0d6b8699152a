package dev.gearbox.cli;

import dev.gearbox.testkit.EveryEngine;
import dev.gearbox.testkit.ShiftContract;

/** Connections of every model are shifted to every other and back, whichever module it comes from. */
@EveryEngine.Engines({
    "threads",
    "pool?elastic=true",
    "virtual",
    "selector",
    "selector-pool?threads=2",
    "reactors?threads=2",
    "async?threads=2",
    "epoll?threads=2",
    "uring?threads=2",
    "virtual-loop?threads=2",
    "netty-nio",
    "netty-epoll",
    "netty-uring",
    "mina"
})
class EveryShiftTest extends ShiftContract {}
