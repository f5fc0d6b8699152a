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
 * What the flight recorder of a subject saw in a window and counters do not tell: virtual threads that blocked while
 * they were pinned to their carrier (which then served nobody else), with the reason; and pauses for collections.
 *
 * @param pinned times that a virtual thread blocked while pinned
 * @param pinnedMillis how long, all together, in ms
 * @param pinnedBecause how many of them for which reason
 * @param pauses pauses for collections
 * @param pauseMillis how long, all together, in ms
 */
public record JvmEvents(
        long pinned, double pinnedMillis, Map<String, Long> pinnedBecause, long pauses, double pauseMillis) {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String COLLECTION = "jdk.GarbageCollection";

    /** Copies the map, in alphabetical order. */
    public JvmEvents {
        pinnedBecause = Collections.unmodifiableMap(new TreeMap<>(pinnedBecause));
    }

    /** In the subject: what is recorded. Few events and no others, so that the recording costs next to nothing. */
    static void enable(Recording recording) {
        recording.enable(PINNED).withThreshold(Duration.ZERO).withoutStackTrace();
        recording.enable(COLLECTION).withThreshold(Duration.ZERO);
    }

    /**
     * In the lab: what is in the file.
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
