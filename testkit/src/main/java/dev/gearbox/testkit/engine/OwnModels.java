package dev.gearbox.testkit.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** For a test class of what runs on top of engines: one engine of each of Gearbox's own models, on the JDK's channels and on Linux system calls. */
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
    "virtual-loop?threads=2"
})
public @interface OwnModels {}
