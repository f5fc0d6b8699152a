package dev.gearbox.studies.fanoutgateway.events;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import dev.gearbox.subject.SubjectConsole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The subject's JVM of the job {@code event-pipeline}: {@code --row NAME} hands events over until the lab ends. Exit code 2 and one line on standard error:
 * the arguments are invalid.
 */
public final class EventsMain {
    private static final Map<String, EventPipeline.Factory> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("events-in-place", InPlaceEvents::new);
        ROWS.put("events-array-queue", shape -> new ExecutorEvents(shape, ArrayBlockingQueue::new));
        ROWS.put("events-linked-queue", shape -> new ExecutorEvents(shape, LinkedBlockingQueue::new));
        ROWS.put("events-jctools", JctoolsEvents::new);
        ROWS.put("events-disruptor", shape -> new DisruptorEvents(shape, new BlockingWaitStrategy()));
        ROWS.put("events-disruptor-sleeping", shape -> new DisruptorEvents(shape, new SleepingWaitStrategy()));
    }

    private EventsMain() {}

    /** Returns the names of the rows of this module, in the order of the table. */
    public static List<String> rows() {
        return List.copyOf(ROWS.keySet());
    }

    /** Returns one of them. */
    static EventPipeline.Factory row(String name) {
        return Objects.requireNonNull(ROWS.get(name), name);
    }

    /**
     * Runs jobs.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        serve(arguments, ROWS);
    }

    /**
     * Runs jobs of one of these rows.
     *
     * @param arguments {@code --row NAME}
     * @param rows by name
     */
    public static void serve(String[] arguments, Map<String, EventPipeline.Factory> rows) {
        EventPipeline.Factory row =
                arguments.length == 2 && arguments[0].equals("--row") ? rows.get(arguments[1]) : null;
        if (row == null) {
            System.err.println("takes --row NAME, one of " + String.join(", ", rows.keySet()) + ", not "
                    + String.join(" ", arguments));
            System.exit(2);
            return;
        }
        SubjectConsole.serveJobs(Map.of("row", arguments[1]), Map::of, job -> EventJob.run(row, job));
    }
}
