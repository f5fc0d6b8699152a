package dev.gearbox.core;

/** Waits that an interrupt does not break off; the thread stays interrupted. */
final class Uninterruptibly {
    private Uninterruptibly() {}

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
