package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * A flight recording in another JVM, for a limited time. Should this process be killed, the other one ends it by itself. The files are in a folder of their own: the
 * settings, which the other JVM reads, and the recording, which it writes.
 */
final class LiveRecording implements AutoCloseable {
    private static final String SETTINGS = "observe.jfc";
    private static final Duration SPARE = Duration.ofMinutes(1);

    private final Jcmd jvm;
    private final Path folder;
    private final String name;
    private boolean stopped;

    private LiveRecording(Jcmd jvm, Path folder, String name) {
        this.jvm = jvm;
        this.folder = folder;
        this.name = name;
    }

    /** Starts to record. */
    static LiveRecording start(JavaProcess process, Duration time) throws InterruptedException {
        Jcmd jvm = new Jcmd(process);
        Path folder;
        try (InputStream in =
                Objects.requireNonNull(LiveRecording.class.getResourceAsStream(SETTINGS), "observe.jfc is missing")) {
            folder = Files.createTempDirectory("gearbox-observe");
            Files.copy(in, folder.resolve(SETTINGS));
        } catch (IOException failed) {
            throw new AdviseException(
                    "cannot write into the folder for temporary files: " + failed.getMessage(), failed);
        }
        LiveRecording recording = new LiveRecording(
                jvm, folder, "gearbox-" + ProcessHandle.current().pid());
        try {
            jvm.ask(
                    "Started recording",
                    "JFR.start",
                    "name=" + recording.name,
                    "settings=" + folder.resolve(SETTINGS),
                    "duration=" + time.plus(SPARE).toSeconds() + "s",
                    "filename=" + recording.file());
            return recording;
        } catch (InterruptedException | RuntimeException failed) {
            recording.stopped = true;
            recording.deleteFiles();
            throw failed;
        }
    }

    /** Ends the recording, and reads it. */
    RecordedEvents stop() throws InterruptedException {
        jvm.ask("Stopped recording", "JFR.stop", "name=" + name);
        stopped = true;
        if (!Files.exists(file())) {
            throw new AdviseException(
                    "the process has written its recording where this one does not see it, such as in a"
                            + " container. Make a recording there, and name its file");
        }
        return RecordingReader.read(file());
    }

    private Path file() {
        return folder.resolve("observed.jfr");
    }

    /** Ends the recording if that has not been done, as after Ctrl-C, and deletes the files. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            if (!stopped) {
                stopped = true;
                jvm.ask("", "JFR.stop", "name=" + name);
            }
        } catch (InterruptedException again) {
            interrupted = true;
        } finally {
            deleteFiles();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void deleteFiles() {
        try {
            Files.deleteIfExists(file());
            Files.deleteIfExists(folder.resolve(SETTINGS));
            Files.deleteIfExists(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
