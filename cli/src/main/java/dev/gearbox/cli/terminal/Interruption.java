package dev.gearbox.cli.terminal;

import java.util.concurrent.CountDownLatch;

/**
 * Turns Ctrl-C (and SIGTERM) into an interrupt of the thread that runs the command, and keeps the JVM alive until that thread has
 * cleaned up. The exit code is then the system's own, 130 for Ctrl-C.
 */
public final class Interruption implements AutoCloseable {
    private final Thread worker = Thread.currentThread();
    private final CountDownLatch tidy = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "gearbox-interruption");

    private Interruption() {}

    /** Directs interruptions to the calling thread from now on. The same thread must close the returned object after its cleanup. */
    public static Interruption ofThisThread() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void stop() {
        worker.interrupt();
        boolean interrupted = true;
        while (interrupted) {
            try {
                tidy.await();
                interrupted = false;
            } catch (InterruptedException again) {
                interrupted = true; // unexpected in a shutdown hook; keep waiting for the children
            }
        }
    }

    @Override
    public void close() {
        tidy.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException expected) {
            // The JVM is shutting down, and the hook has just been released.
            return;
        }
    }
}
