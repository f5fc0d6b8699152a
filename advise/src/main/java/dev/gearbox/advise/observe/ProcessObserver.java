package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Looks at a running JVM for some time, or reads a recording. */
public final class ProcessObserver {
    private static final long TICK_MILLIS = 100;

    private ProcessObserver() {}

    /** Returns whether a file is meant as a flight recording. */
    public static boolean isRecording(Path file) {
        return RecordingReader.isRecording(file);
    }

    /**
     * Reads a recording.
     *
     * @throws AdviseException if the file is none
     */
    public static ObservedProcess recording(Path file) {
        return ObservedTraffic.of(
                "the recording " + file, RecordingReader.read(file), Optional.empty(), Optional.empty());
    }

    /**
     * Watches a JVM.
     *
     * @param progress gets the share of the time that is over
     * @throws AdviseException if there is no such process, or none that answers
     */
    public static ObservedProcess process(long pid, Duration time, DoubleConsumer progress)
            throws InterruptedException {
        JavaProcess process = JavaProcess.of(pid);
        try (LiveRecording recording = LiveRecording.start(process, time)) {
            Optional<ProcessSockets> before = ProcessSockets.of(pid);
            await(process, time, progress);
            Optional<ProcessSockets> after = ProcessSockets.of(pid);
            return ObservedTraffic.of("process " + pid, recording.stop(), before, after);
        }
    }

    private static void await(JavaProcess process, Duration time, DoubleConsumer progress) throws InterruptedException {
        long begun = System.nanoTime();
        for (long over = 0; over < time.toNanos(); over = System.nanoTime() - begun) {
            if (!process.isAlive()) {
                throw new AdviseException("process " + process.pid()
                        + " has ended while it was watched. Name one that runs, or a recording");
            }
            progress.accept((double) over / time.toNanos());
            Thread.sleep(Math.clamp((time.toNanos() - over) / 1_000_000, 1, TICK_MILLIS));
        }
    }
}
