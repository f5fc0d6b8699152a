package dev.gearbox.lab.workload;

import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** A subject that fetches pages from a {@link TestOrigin}, correctly or not, depending on its argument. */
public final class TestJobs {
    /** The reported time of the work on a page alone, in ns. */
    private static final long ALONE = 1_000_000;

    private TestJobs() {}

    /**
     * Creates a subject that does a job.
     *
     * @param atOnce threads that fetch; 0: one for each page
     */
    public static Subject subject(String behaviour, int atOnce) {
        return new Subject(
                behaviour,
                TestPaths.launch(TestJobs.class),
                List.of(behaviour, Integer.toString(atOnce)),
                List.of(),
                Set.of("fetch"),
                atOnce);
    }

    public static void main(String[] args) {
        SubjectConsole.serveJobs(Map.of("how", args[0]), Map::of, job -> run(args[0], Integer.parseInt(args[1]), job));
    }

    private static JobLog run(String behaviour, int atOnce, JsonNode job) throws Exception {
        int pages = job.required("pages").asInt();
        int port = job.path("port").asInt(0);
        if (behaviour.equals("hears")) {
            throw new IOException("the fixture says " + job.path("word").asString("nothing"));
        }
        return switch (behaviour) {
            case "cannot" -> throw new IOException("no idea how");
            case "dies" -> {
                Runtime.getRuntime().halt(3);
                throw new IllegalStateException();
            }
            case "never" -> {
                new CountDownLatch(1).await();
                throw new IllegalStateException();
            }
            case "miscounts" -> fetch(pages + 1, atOnce, port, false);
            default -> fetch(pages, atOnce, port, behaviour.equals("loses"));
        };
    }

    private static JobLog fetch(int pages, int atOnce, int port, boolean losing) throws InterruptedException {
        JobLog log = new JobLog(pages);
        log.alone(ALONE);
        log.begin();
        try (ExecutorService pool =
                atOnce == 0 ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(atOnce)) {
            for (int page = 0; page < pages; page++) {
                boolean lost = losing && page == 0;
                boolean forgotten = losing && page == 1;
                pool.execute(() -> {
                    if (!forgotten) {
                        page(log, port, lost);
                    }
                });
            }
        }
        log.over();
        return log;
    }

    private static void page(JobLog log, int port, boolean lost) {
        long begun = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            if (lost || in.readAllBytes().length == 0) {
                log.failed("TIMEOUT");
                return;
            }
            log.worked(2 * ALONE);
            log.completed(begun);
        } catch (IOException refused) {
            log.failed("CONNECT");
        }
    }
}
