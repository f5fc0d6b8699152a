package dev.gearbox.studies.pageindexer.job;

import dev.gearbox.core.model.Durations;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import dev.gearbox.studies.pageindexer.fetch.PageWorkers;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.SubjectConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The job of a subject: fetches a number of pages from the origin with a new client, and does the work on each.
 * <pre>
 *   open the client ─ begin ─ fetch, fetch, ... ─ each: work, completed; then the next, if not all fit at once
 *                   ─ all ended ─ close the client ─ over
 * </pre>
 * A static split has several clients: each gets its share of the pages before anything begins, and none helps another.
 *
 * A client whose threads limit its concurrency gets no more fetches at once than that, because the timeout of a page begins with its request; a job may
 * limit all clients alike ({@code at-once}).
 */
final class PageJob implements SubjectConsole.Jobs {
    /** The number of pages on which the work is timed alone, while nothing else runs. */
    private static final int ALONE = 20;

    private static final Duration SPARE = Duration.ofSeconds(5);
    private static final int LARGEST = 64 << 20;

    private final Function<FetchLimits, PageClient> open;
    private final int atOnce;
    private final int shares;
    private final int workers;
    private final Map<String, Work> works = new HashMap<>();
    private @Nullable Listing listing;

    /**
     * Creates the job for one kind of client.
     *
     * @param open creates a client
     * @param atOnce the maximum number of concurrent fetches, of all clients together; 0: unlimited
     * @param shares the number of clients, each with its share of the pages
     * @param workers threads for the work; 0: in place
     */
    PageJob(Function<FetchLimits, PageClient> open, int atOnce, int shares, int workers) {
        this.open = open;
        this.atOnce = atOnce;
        this.shares = shares;
        this.workers = workers;
    }

    private record Listing(URI origin, List<URI> pages) {}

    /** A kind of work and, once measured, its time when nothing else runs, in ns. */
    private static final class Work {
        private final PageWork work;
        private long aloneNanos;

        Work(PageWork work) {
            this.work = work;
        }
    }

    @Override
    public JobLog run(JsonNode job) throws IOException, InterruptedException {
        int count = job.required("pages").asInt();
        String spec = job.required("work").asString();
        // In the format of workload files, which have been validated.
        Duration timeout = Durations.parse(job.required("timeout").asString()).orElseThrow();
        InetSocketAddress origin = new InetSocketAddress(
                InetAddress.ofLiteral("127.0.0.1"), job.required("port").asInt());
        List<URI> pages = pages(URI.create("http://127.0.0.1:" + origin.getPort() + "/"), count);
        boolean worked = !spec.equals("none");
        Work work = works.computeIfAbsent(spec, kind -> new Work(PageWorks.of(kind, origin)));
        JobLog log = new JobLog(count);
        ConcurrentLinkedQueue<FetchedPage> sample = new ConcurrentLinkedQueue<>();
        AtomicInteger sampled = new AtomicInteger(worked && work.aloneNanos == 0 ? ALONE : 0);
        PageWork timed = !worked
                ? work.work
                : page -> {
                    if (sampled.getAndDecrement() > 0) {
                        sample.add(page);
                    }
                    long begun = System.nanoTime();
                    long result = work.work.on(page);
                    log.worked(System.nanoTime() - begun);
                    return result;
                };
        int asked = job.path("at-once").asInt(count);
        int window = Math.min(atOnce == 0 ? count : Math.min(atOnce, count), asked);
        int clients = Math.clamp(window, 1, shares);
        int each = Math.max(window / clients, 1);
        FetchLimits limits = new FetchLimits(timeout, timeout, LARGEST, each);
        try (PageWorkers place = workers == 0 ? PageWorkers.inPlace(timed) : PageWorkers.on(workers, count, timed)) {
            List<PageClient> opened =
                    Stream.generate(() -> open.apply(limits)).limit(clients).toList();
            log.begin();
            for (int i = 0; i < clients; i++) {
                List<URI> share = pages.subList(count * i / clients, count * (i + 1) / clients);
                FetchLoop turns = new FetchLoop(share, opened.get(i), place, log);
                for (int fetch = 0; fetch < each; fetch++) {
                    turns.next();
                }
            }
            int largest = (count + clients - 1) / clients;
            int rounds = (largest + each - 1) / each;
            log.await(timeout.multipliedBy(rounds).plus(SPARE));
            opened.forEach(PageClient::close);
            log.over();
        }
        if (work.aloneNanos == 0 && !sample.isEmpty()) {
            work.aloneNanos = alone(work.work, List.copyOf(sample));
        }
        log.alone(work.aloneNanos);
        return log;
    }

    /** Returns the mean time of the work on some pages, one after another on this thread, in ns. */
    private static long alone(PageWork work, List<FetchedPage> pages) {
        long sum = 0;
        long begun = System.nanoTime();
        for (FetchedPage page : pages) {
            sum += work.on(page);
        }
        long nanos = (System.nanoTime() - begun) / pages.size();
        return sum == Long.MIN_VALUE ? nanos + 1 : nanos; // uses the sum, so that the work is not optimized away
    }

    /** The requested pages, one per turn. */
    private record FetchLoop(List<URI> pages, PageClient client, PageWorkers place, JobLog log, AtomicInteger given) {
        FetchLoop(List<URI> pages, PageClient client, PageWorkers place, JobLog log) {
            this(pages, client, place, log, new AtomicInteger());
        }

        void next() {
            int page = given.getAndIncrement();
            if (page >= pages.size()) {
                return;
            }
            long begun = System.nanoTime();
            client.fetch(pages.get(page), place.before(new PageHandler() {
                @Override
                public void fetched(FetchedPage fetched) {
                    if (fetched.isPage()) {
                        log.completed(begun);
                    } else {
                        log.failed(FetchFailure.Kind.STATUS.key());
                    }
                    next();
                }

                @Override
                public void failed(FetchFailure failure) {
                    log.failed(failure.kind().key());
                    next();
                }
            }));
        }
    }

    /** Returns the first pages of the origin's list, which is read once. */
    private List<URI> pages(URI origin, int count) throws IOException {
        Listing known = listing;
        if (known == null || !known.origin.equals(origin)) {
            known = new Listing(origin, listed(origin));
            listing = known;
            works.clear(); // one of them may send its results there
        }
        if (known.pages.size() < count) {
            throw new IOException("the origin lists " + known.pages.size() + " pages, and " + count + " are requested");
        }
        return known.pages.subList(0, count);
    }

    private static List<URI> listed(URI origin) throws IOException {
        List<URI> pages = new ArrayList<>();
        try (var in = new BufferedReader(
                new InputStreamReader(origin.resolve("/pages.txt").toURL().openStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    pages.add(origin.resolve(line.strip()));
                }
            }
        }
        return List.copyOf(pages);
    }
}
