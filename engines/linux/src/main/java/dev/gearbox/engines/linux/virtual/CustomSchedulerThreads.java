package dev.gearbox.engines.linux.virtual;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Virtual threads on a custom scheduler, which JDK 25 supports internally and does not expose: a builder that takes a scheduler, used by the JDK's own tests,
 * and the carrier of the current thread. Accessed by reflection, and only if {@code java.lang} is open to this module. Both are looked up by their signatures,
 * so that a JDK that differs is detected.
 */
final class CustomSchedulerThreads {
    private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
    private static final String CARRIER = "currentCarrierThread";
    private static final String POLLER = "sun.nio.ch.Poller";
    private static final MethodType TAKES_SCHEDULER =
            MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class);

    private CustomSchedulerThreads() {}

    /** The two method handles, looked up when they are first needed: not before {@link #absence} was checked. */
    private static final class Opened {
        static final MethodHandle NEW_BUILDER;
        static final MethodHandle CURRENT_CARRIER;

        static {
            try {
                NEW_BUILDER = MethodHandles.lookup()
                        .unreflectConstructor(builderConstructor())
                        .asType(TAKES_SCHEDULER);
                CURRENT_CARRIER = currentCarrier();
            } catch (ReflectiveOperationException closed) {
                throw new ExceptionInInitializerError(closed);
            }
        }
    }

    private static Constructor<?> builderConstructor() throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(BUILDER).getDeclaredConstructor(Executor.class);
        constructor.setAccessible(true);
        return constructor;
    }

    private static MethodHandle currentCarrier() throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                .findStatic(Thread.class, CARRIER, MethodType.methodType(Thread.class));
    }

    /** Returns what is missing; empty if nothing is. */
    static Optional<String> absence() {
        Module module = CustomSchedulerThreads.class.getModule();
        if (!Thread.class.getModule().isOpen(Thread.class.getPackageName(), module)) {
            return Optional.of("java.lang is not open to it. Start java with --add-opens=java.base/java.lang="
                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        try {
            currentCarrier();
            Class.forName(POLLER, false, null);
            Object builder = builderConstructor().newInstance((Executor) Runnable::run);
            return builder instanceof Thread.Builder.OfVirtual
                    ? Optional.empty()
                    : Optional.of("it needs a builder of virtual threads, and " + builder + " is none");
        } catch (InvocationTargetException refused) {
            return Optional.of("this JVM has no virtual threads of its own: " + refused.getCause());
        } catch (ReflectiveOperationException | RuntimeException missing) {
            return Optional.of("it needs what a JDK 25 has inside, and this is " + Runtime.version() + ": " + missing);
        }
    }

    /** Returns a builder of virtual threads that are passed to {@code scheduler} whenever they can continue. */
    static Thread.Builder.OfVirtual builder(Executor scheduler) {
        try {
            return (Thread.Builder.OfVirtual) Opened.NEW_BUILDER.invokeExact(scheduler);
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Returns the platform thread that carries the current thread, or the current thread if it is a platform thread. */
    static Thread carrier() {
        try {
            return (Thread) Opened.CURRENT_CARRIER.invokeExact();
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /**
     * Starts the threads by which the JDK's own sockets wait for readiness on behalf of virtual threads. The JDK does so once, when a virtual thread first
     * waits, and they inherit the scheduler of that thread: it must not be one of ours, since they serve the whole process.
     */
    static void startPollers() {
        try {
            Class.forName(POLLER, true, null);
        } catch (ClassNotFoundException absent) {
            throw new IllegalStateException("absence() was not checked", absent);
        }
    }

    private static AssertionError impossible(Throwable thrown) {
        return new AssertionError("the method that absence() checked does not work", thrown);
    }
}
