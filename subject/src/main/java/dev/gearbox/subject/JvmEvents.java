package dev.gearbox.subject;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Events from the flight recorder of a subject in a window that counters do not show: virtual threads that blocked while pinned to their carrier
 * (which then ran no other thread), with the reason; and pauses for collections.
 *
 * @param pinned how often a virtual thread blocked while pinned
 * @param pinnedMillis the total duration of these, in ms
 * @param pinnedBecause the number of these for each reason
 * @param pauses pauses for collections
 * @param pauseMillis the total duration of these, in ms
 */
public record JvmEvents(
        long pinned, double pinnedMillis, Map<String, Long> pinnedBecause, long pauses, double pauseMillis) {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String COLLECTION = "jdk.GarbageCollection";

    /** Copies the map, in alphabetical order. */
    public JvmEvents {
        pinnedBecause = Collections.unmodifiableMap(new TreeMap<>(pinnedBecause));
    }

    /** In the subject: starts a recording. Few kinds of events, so that the recording costs next to nothing. */
    static void enable(Recording recording) {
        recording.enable(PINNED).withThreshold(Duration.ZERO).withoutStackTrace();
        recording.enable(COLLECTION).withThreshold(Duration.ZERO);
    }

    /**
     * In the lab: reads the events from the file.
     *
     * @param from events that began before do not count
     * @param to events that began after do not count
     */
    public static JvmEvents read(Path file, Instant from, Instant to) throws IOException {
        long pinned = 0;
        double pinnedMillis = 0;
        Map<String, Long> because = new TreeMap<>();
        long pauses = 0;
        double pauseMillis = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getStartTime().isBefore(from) || event.getStartTime().isAfter(to)) {
                    continue;
                }
                switch (event.getEventType().getName()) {
                    case PINNED -> {
                        pinned++;
                        pinnedMillis += event.getDuration().toNanos() / 1e6;
                        because.merge(reason(event), 1L, Long::sum);
                    }
                    case COLLECTION -> {
                        pauses++;
                        pauseMillis += event.getDuration("sumOfPauses").toNanos() / 1e6;
                    }
                    default -> {}
                }
            }
        }
        return new JvmEvents(pinned, pinnedMillis, because, pauses, pauseMillis);
    }

    private static String reason(RecordedEvent event) {
        if (!event.hasField("pinnedReason")) {
            return "not told";
        }
        String reason = event.getString("pinnedReason");
        return reason == null || reason.isBlank() ? "not told" : reason;
    }
}
