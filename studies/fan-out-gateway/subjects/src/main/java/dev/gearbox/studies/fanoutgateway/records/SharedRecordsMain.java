package dev.gearbox.studies.fanoutgateway.records;

import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.SubjectConsole;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/**
 * The subject's JVM of the job {@code shared-records}: makes passes over records that all threads share, until the lab ends. {@code --threads N}: how many at
 * once. The records are made before the job's clock begins, once for each size. Exit code 2 and one line on standard error: the arguments are invalid.
 */
public final class SharedRecordsMain {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final int threads;
    private SharedRecords records = new SharedRecords(1);
    private int count = 1;

    private SharedRecordsMain(int threads) {
        this.threads = threads;
    }

    /**
     * Runs jobs.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        if (arguments.length != 2 || !arguments[0].equals("--threads") || !arguments[1].matches("[1-9]\\d?")) {
            System.err.println("takes --threads N, from 1 to 99, not " + String.join(" ", arguments));
            System.exit(2);
            return;
        }
        int threads = Integer.parseInt(arguments[1]);
        SubjectConsole.serveJobs(Map.of("threads", threads), Map::of, new SharedRecordsMain(threads)::run);
    }

    private JobLog run(JsonNode job) throws InterruptedException {
        int wanted = job.required("records").asInt();
        if (wanted != count) {
            records = new SharedRecords(wanted);
            count = wanted;
        }
        return passes(records, job.required("passes").asInt(), threads);
    }

    /** Makes passes, each for another user, so many at once. */
    static JobLog passes(SharedRecords records, int passes, int threads) throws InterruptedException {
        JobLog log = new JobLog(passes);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            log.begin();
            for (int user = 1; user <= passes; user++) {
                long each = user;
                pool.execute(() -> pass(records, each, log));
            }
            log.await(PATIENCE);
            log.over();
        }
        return log;
    }

    private static void pass(SharedRecords records, long user, JobLog log) {
        long begun = log.now();
        long last = records.join(user);
        long ended = log.now();
        if (last == records.expected(user)) {
            log.completed(begun, ended);
        } else {
            log.failed("wrong");
        }
    }
}
