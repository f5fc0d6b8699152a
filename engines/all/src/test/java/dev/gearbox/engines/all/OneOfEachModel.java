package dev.gearbox.engines.all;

import dev.gearbox.testkit.engine.EveryEngine;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** For a test class: an engine of each model of all modules, and both styles of {@code async}, for tests of two engines at a time. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EveryEngine.Engines({
    "threads",
    "pool?elastic=true",
    "virtual",
    "selector",
    "selector-pool?threads=2",
    "reactors?threads=2",
    "async?threads=2",
    "async?threads=2&style=future",
    "epoll?threads=2",
    "uring?threads=2",
    "virtual-loop?threads=2",
    "netty-nio",
    "netty-epoll",
    "netty-uring",
    "mina"
})
@interface OneOfEachModel {}
