package dev.gearbox.engines.jdk;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread run at a time, until it pauses, and draws from a seed which of those that can continue is next: so interactions of threads can be replayed by
 * the seed.
 */
final class ThreadSchedule {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(30);

    /** A thread that pauses, and whether it can continue. */
    private record Paused(Thread thread, String name, boolean patient, BooleanSupplier ready) {}

    private final SplittableRandom random;
    private final List<Paused> paused = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private Thread running = Thread.currentThread();

    /** The current thread runs first. */
    ThreadSchedule(long seed) {
        random = new SplittableRandom(seed);
    }

    int draw(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int count) {
        return draw(count) == 0;
    }

    /** Records what happens, to be compared with another run. */
    synchronized void note(String what) {
        trace.add(what);
    }

    synchronized List<String> trace() {
        return List.copyOf(trace);
    }

    /** Another thread may run, or this one if it is ready. A new thread starts with this. */
    void pause(String name, BooleanSupplier ready) {
        pause(name, false, ready);
    }

    /** Pauses until no other thread is ready. */
    void pauseUntilAllRest(String name) {
        pause(name, true, () -> true);
    }

    private synchronized void pause(String name, boolean patient, BooleanSupplier ready) {
        Thread me = Thread.currentThread();
        Paused mine = new Paused(me, name, patient, ready);
        paused.add(mine);
        notifyAll();
        if (running.equals(me)) {
            next();
        }
        await(name + " goes on", () -> running.equals(me));
        paused.remove(mine);
    }

    /** The current thread ends, or at least leaves the schedule. */
    synchronized void leave() {
        if (running.equals(Thread.currentThread())) {
            next();
        }
    }

    /** Returns how many threads of this name pause. */
    synchronized int paused(String name) {
        return (int) paused.stream().filter(each -> each.name().equals(name)).count();
    }

    /** Waits, without a pause, until so many threads of this name pause. */
    synchronized void awaitPaused(String name, int count) {
        await(count + " " + name + " pause", () -> paused(name) >= count);
    }

    private void next() {
        List<Paused> able = paused.stream()
                .filter(each -> !each.patient() && each.ready().getAsBoolean())
                .toList();
        if (able.isEmpty()) {
            able = paused.stream().filter(Paused::patient).toList();
        }
        if (able.isEmpty()) {
            throw new AssertionError("no thread can go on: " + paused);
        }
        running = able.get(random.nextInt(able.size())).thread();
        notifyAll();
    }

    private void await(String what, BooleanSupplier condition) {
        long began = System.nanoTime();
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            long left = LIMIT - (System.nanoTime() - began);
            if (left <= 0) {
                throw new AssertionError("did not happen: " + what + ". There are " + paused + ", and runs " + running);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
