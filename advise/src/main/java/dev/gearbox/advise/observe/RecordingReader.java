package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Reads the events of a flight recording that tell about a workload. Events come in any order and are sorted. */
final class RecordingReader {
    static final String READ = "jdk.SocketRead";
    static final String WRITE = "jdk.SocketWrite";
    static final Set<String> WAITS =
            Set.of("jdk.ThreadPark", "jdk.ThreadSleep", "jdk.JavaMonitorWait", "jdk.JavaMonitorEnter");

    private static final byte[] MAGIC = "FLR\0".getBytes(StandardCharsets.ISO_8859_1);
    /** About half a gigabyte of heap. */
    private static final int MOST_EVENTS = 4_000_000;

    private static final long SECOND = 1_000_000_000;

    private final List<SocketTransfer> transfers = new ArrayList<>();
    private final List<ThreadWait> waits = new ArrayList<>();
    private final List<CpuSample> samples = new ArrayList<>();
    private final RecordedSettings settings = new RecordedSettings();
    private final Map<Long, String> types = new HashMap<>();
    private OptionalInt processors = OptionalInt.empty();
    private OptionalLong threads = OptionalLong.empty();

    private RecordingReader() {}

    /** Returns whether a file is meant as a recording: by its name, or by its first bytes. */
    static boolean isRecording(Path file) {
        return file.toString().endsWith(".jfr") || (Files.isRegularFile(file) && hasMagic(file));
    }

    private static boolean hasMagic(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException unreadable) {
            throw new AdviseException("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /**
     * Reads a recording.
     *
     * @throws AdviseException if the file is none
     */
    static RecordedEvents read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new AdviseException("cannot read the recording " + file + ": there is no such file. Check its path");
        }
        RecordingReader reader = new RecordingReader();
        try (RecordingFile recording = new RecordingFile(file)) {
            for (EventType type : recording.readEventTypes()) {
                reader.types.put(type.getId(), type.getName());
            }
            while (recording.hasMoreEvents()) {
                reader.add(recording.readEvent());
                if (reader.transfers.size() + reader.waits.size() > MOST_EVENTS) {
                    throw new AdviseException("the recording " + file + " has more than " + MOST_EVENTS
                            + " events of sockets and waiting threads. Record a shorter time");
                }
            }
        } catch (AdviseException tooMany) {
            throw tooMany;
        } catch (IOException | RuntimeException failed) {
            throw refused(file, failed); // JFR throws many kinds of exceptions at damaged bytes
        }
        return reader.recorded();
    }

    private static AdviseException refused(Path file, Exception failed) {
        return new AdviseException(
                hasMagic(file)
                        ? "the recording " + file + " is not complete or damaged (" + failed.getMessage()
                                + "). End it with jcmd PID JFR.stop, or write it anew with jcmd PID JFR.dump"
                        : file + " is no flight recording (" + failed.getMessage()
                                + "). Name a file that jcmd PID JFR.dump or -XX:StartFlightRecording has written",
                failed);
    }

    private RecordedEvents recorded() {
        transfers.sort(Comparator.comparingLong(SocketTransfer::moment));
        waits.sort(Comparator.comparingLong(ThreadWait::start));
        samples.sort(Comparator.comparingLong(CpuSample::at));
        return new RecordedEvents(transfers, waits, samples, settings, processors, threads);
    }

    private void add(RecordedEvent event) {
        String name = event.getEventType().getName();
        switch (name) {
            case READ -> transfer(event, true, event.getLong("bytesRead"));
            case WRITE -> transfer(event, false, event.getLong("bytesWritten"));
            case "jdk.CPULoad" ->
                samples.add(new CpuSample(
                        nanos(event.getStartTime()), event.getFloat("jvmUser") + event.getFloat("jvmSystem")));
            case "jdk.CPUInformation" -> processors = OptionalInt.of(event.getInt("hwThreads"));
            case "jdk.JavaThreadStatistics" -> threads = OptionalLong.of(event.getLong("activeCount"));
            case "jdk.ActiveSetting" ->
                settings.add(
                        types.getOrDefault(event.getLong("id"), ""),
                        String.valueOf(event.getString("name")),
                        String.valueOf(event.getString("value")));
            default -> {
                if (WAITS.contains(name)) {
                    waits.add(new ThreadWait(
                            thread(event.getThread()), nanos(event.getStartTime()), nanos(event.getEndTime())));
                }
            }
        }
    }

    /** A non-blocking read that found nothing says nothing; a socket of the Unix domain has no port. */
    private void transfer(RecordedEvent event, boolean read, long bytes) {
        boolean ended = read && event.getBoolean("endOfStream");
        int port = event.getInt("port");
        String address = event.getString("address");
        if (port <= 0 || address == null || (bytes <= 0 && !ended)) {
            return;
        }
        RecordedThread thread = event.getThread();
        transfers.add(new SocketTransfer(
                Peers.key(address, port),
                thread(thread),
                thread != null && thread.isVirtual(),
                read,
                nanos(event.getStartTime()),
                nanos(event.getEndTime()),
                Math.max(0, bytes),
                ended));
    }

    private static long thread(@Nullable RecordedThread thread) {
        return thread == null ? -1 : thread.getJavaThreadId();
    }

    private static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), SECOND), time.getNano());
    }
}
