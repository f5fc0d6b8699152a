package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.fanoutgateway.events.EventsMain;
import dev.gearbox.studies.fanoutgateway.records.SharedRecordsMain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rows of the study's jobs, which work in memory and call no services. Each job has rows of its own. */
final class JobRows {
    /** The workload of passes over records that threads share. */
    static final String RECORDS = "shared-records";

    /** The workload of events that one thread hands over to others. */
    static final String EVENTS = "event-pipeline";

    /** Five passes at once over 10,000,000 boxed numbers need about 2 GB. The public code had the default, a quarter of a machine's memory. */
    private static final List<String> HEAP_OF_RECORDS = List.of("-Xmx3g");

    private static final Map<String, Map<String, Subject>> JOBS = Map.of(RECORDS, records(), EVENTS, events());

    private JobRows() {}

    private static Map<String, Subject> records() {
        Map<String, Subject> rows = new LinkedHashMap<>();
        Map<String, Integer> threads = new LinkedHashMap<>();
        threads.put("one-thread", 1);
        threads.put("five-threads", 5);
        threads.forEach((label, number) -> add(
                rows,
                new Subject(
                        label,
                        new JvmLaunch.InModule(GatewayRows.SUBJECTS, SharedRecordsMain.class.getName()),
                        List.of("--threads", number.toString()),
                        HEAP_OF_RECORDS,
                        Set.of(),
                        number)));
        return rows;
    }

    /** One round after another: the next begins when the consumers have ended the one before. */
    private static Map<String, Subject> events() {
        Map<String, Subject> rows = new LinkedHashMap<>();
        EventsMain.rows()
                .forEach(row -> add(rows, events(row, GatewayRows.SUBJECTS, EventsMain.class.getName(), List.of())));
        add(
                rows,
                events(
                        "events-actors",
                        GatewayRows.ACTORS,
                        GatewayRows.ACTORS + ".ActorEventsMain",
                        GatewayRows.PEKKO_OPTIONS));
        return rows;
    }

    private static Subject events(String row, String module, String mainClass, List<String> jvmOptions) {
        return new Subject(
                row, new JvmLaunch.InModule(module, mainClass), List.of("--row", row), jvmOptions, Set.of(), 1);
    }

    private static void add(Map<String, Subject> rows, Subject row) {
        rows.put(row.label(), row);
    }

    /** Returns the names of a job's rows, in the order of its table. */
    static List<String> labels(String job) {
        return List.copyOf(of(job).keySet());
    }

    private static Map<String, Subject> of(String job) {
        Map<String, Subject> rows = JOBS.get(job);
        if (rows == null) {
            throw new IllegalArgumentException("the job " + job + " has no rows");
        }
        return rows;
    }

    /**
     * Returns a row of a job.
     *
     * @throws BadSpecException if it has none of that name; names all
     */
    static Subject in(String job, String label) {
        return GatewayRows.named("row", of(job), label);
    }

    /** Returns a row, of whatever job; empty if there is none. */
    static Optional<Subject> named(String label) {
        return JOBS.values().stream()
                .flatMap(rows -> rows.values().stream())
                .filter(row -> row.label().equals(label))
                .findFirst();
    }
}
