package dev.gearbox.cli.files;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.files.tree.CopiedFile;
import dev.gearbox.files.tree.CopyListener;
import dev.gearbox.files.tree.CopyWay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the progress of a copy, several times a second, and with {@code --verbose} each file. The remaining time is estimated from the bytes, plus a
 * constant number of bytes for each file.
 */
final class CopyProgress implements CopyListener {
    /** The overhead of a file, in bytes that are copied in the same time. */
    private static final double FILE = 64 << 10;

    private static final long LOOK_MILLIS = 200;

    private final Console console;
    private final ProgressBar bar;
    private final boolean verbose;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final long begun = System.nanoTime();
    private volatile long allFiles;
    private volatile long allBytes;

    CopyProgress(Console console, ProgressBar bar, boolean verbose) {
        this.console = console;
        this.bar = bar;
        this.verbose = verbose;
    }

    /** Runs the work on another thread and shows its progress meanwhile. If the calling thread is interrupted, so is the other one. */
    <T> T during(Callable<T> work) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread worker = Thread.ofPlatform().name("copy").start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    show();
                } catch (InterruptedException asked) {
                    interrupted = true;
                    worker.interrupt();
                }
            }
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case InterruptedException stopped -> throw stopped;
                case RuntimeException unchecked -> throw unchecked;
                case null, default -> throw new IllegalStateException(failed.getCause());
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void show() {
        double all = allBytes + FILE * allFiles;
        if (all > 0) {
            double done = (bytes.get() + FILE * files.get()) / all;
            double seconds = (System.nanoTime() - begun) / 1e9;
            bar.show(
                    Math.min(1, done),
                    NumberText.count(files.get()) + " of " + NumberText.count(allFiles) + " files, "
                            + NumberText.bytes(bytes.get()) + " of " + NumberText.bytes(allBytes),
                    Duration.ofMillis(done > 0 ? Math.round(1e3 * seconds * (1 / done - 1)) : 0));
        }
    }

    /** Returns the duration, and the bytes per second. */
    String took() {
        double seconds = Math.max(1e-3, (System.nanoTime() - begun) / 1e9);
        return NumberText.measured(seconds) + " s, " + NumberText.bytes(Math.round(bytes.get() / seconds)) + "/s";
    }

    @Override
    public void planned(long plannedFiles, long plannedBytes) {
        allFiles = plannedFiles;
        allBytes = plannedBytes;
    }

    @Override
    public void bytes(long more) {
        bytes.addAndGet(more);
    }

    @Override
    public void copied(CopiedFile file, CopyWay way) {
        files.incrementAndGet();
        if (verbose) {
            say(file.source() + " -> " + file.target() + ": " + way.method().words() + " (" + way.because() + ")");
        }
    }

    @Override
    public void skipped(Path source) {
        say(source + " is left out: it is not a file, folder or link");
    }

    private void say(String line) {
        synchronized (console) {
            console.out().println(line);
        }
    }
}
