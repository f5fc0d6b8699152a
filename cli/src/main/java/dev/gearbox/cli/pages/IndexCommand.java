package dev.gearbox.cli.pages;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.crawl.Crawl;
import dev.gearbox.studies.pageindexer.crawl.CrawlListener.Progress;
import dev.gearbox.studies.pageindexer.crawl.CrawlPlan;
import dev.gearbox.studies.pageindexer.crawl.CrawlReport;
import dev.gearbox.studies.pageindexer.crawl.PageList;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import dev.gearbox.studies.pageindexer.fetch.PageWorkers;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox index}: fetches pages with any engine or client, and adds them to an index that {@code gearbox search} reads. */
@Command(
        name = "index",
        description = {
            "Fetch web pages with any engine or HTTP client, and index them for gearbox search.",
            "Remote hosts are crawled politely: robots.txt is obeyed, at most two requests run at a time, and retries wait. Pages that"
                    + " the folder already has are not fetched again: to continue, run the same command again."
        },
        footer = {
            "",
            "Examples:",
            "gearbox index --engine 'reactors?threads=2' --urls pages.txt --into pages",
            "gearbox index --client jdk --urls https://example.org/sitemap.xml --into pages",
            "",
            "Exit code: 0 if all pages were fetched, 1 if some were not, 2 if the command is invalid."
        })
public final class IndexCommand implements Callable<Integer> {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration BACKOFF = Duration.ofMillis(500);
    private static final int MOST_AT_ONCE = 100_000;
    private static final int SHOWN = 5;

    private final Console console;

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = "Engine that fetches (default: virtual); gearbox engines lists them.")
    private @Nullable String engine;

    @Option(
            names = "--client",
            paramLabel = "SPEC",
            description = "HTTP client that fetches instead: jdk, apache, apache-async, okhttp, reactor-netty, jetty.")
    private @Nullable String client;

    @Option(
            names = "--urls",
            required = true,
            paramLabel = "LIST",
            description =
                    "Pages to fetch: a file or an http:// address of a list (one address a line), a sitemap, or a page with links.")
    private String urls = "";

    @Option(names = "--into", required = true, paramLabel = "DIR", description = "Folder of the index.")
    private Path into = Path.of("");

    @Option(names = "--concurrency", paramLabel = "N", description = "Number of concurrent fetches (default: 64).")
    private String concurrency = "64";

    @Option(
            names = "--per-host",
            paramLabel = "N",
            description = "Number of concurrent fetches for each host (default: 2; no limit for this machine).")
    private String perHost = "0";

    @Option(names = "--timeout", paramLabel = "T", description = "Longest time for a page (default: 30s).")
    private String timeout = "30s";

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "Number of retries after a failure that may be temporary (default: 3).")
    private String retries = "3";

    @Option(names = "--page-bytes", paramLabel = "N", description = "Largest size of a page (default: 8388608).")
    private String pageBytes = "8388608";

    @Option(
            names = "--work",
            paramLabel = "SPEC",
            description =
                    "Additional work on each page: none, arithmetic, html, xml, regex, verify, decrypt, encrypt (default: none).")
    private String work = "none";

    @Option(
            names = "--workers",
            paramLabel = "K",
            description =
                    "Number of threads that work and index (default: one for each processor; 0: the client's own threads).")
    private String workers = Integer.toString(Runtime.getRuntime().availableProcessors());

    @Option(names = "--json", description = "Print the report as JSON only.")
    private boolean json;

    public IndexCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (engine != null && client != null) {
            throw new UsageException("--engine and --client exclude each other. Give one");
        }
        int atOnce = (int) OptionValues.integer("--concurrency", concurrency, 1, MOST_AT_ONCE);
        int each = perHost.equals("0") ? 0 : (int) OptionValues.integer("--per-host", perHost, 1, MOST_AT_ONCE);
        int again = (int) OptionValues.integer("--retries", retries, 0, 100);
        int threads = (int) OptionValues.integer("--workers", workers, 0, 1000);
        Duration whole = OptionValues.duration("--timeout", timeout);
        if (whole.isZero()) {
            throw new UsageException(
                    "--timeout cannot be \"" + timeout + "\": no page arrives in no time. Give 1s or more");
        }
        int most = (int) OptionValues.integer("--page-bytes", pageBytes, 1, 1 << 30);
        PageWork task = PageWorks.of(work);
        FetchLimits limits = new FetchLimits(whole.compareTo(CONNECT) < 0 ? whole : CONNECT, whole, most, atOnce);
        CrawlReport report;
        PageList list;
        try (Interruption _ = Interruption.ofThisThread();
                PageClient fetching = open(limits);
                PageWorkers place = threads == 0 ? PageWorkers.inPlace(task) : PageWorkers.on(threads, atOnce, task);
                ProgressBar bar = new ProgressBar(console)) {
            list = PageList.read(urls, fetching);
            CrawlPlan plan = new CrawlPlan(list.pages(), list.said(), atOnce, each, again, BACKOFF);
            try {
                report = Crawl.run(plan, fetching, place, into, progress -> show(bar, progress));
            } catch (InterruptedException stopped) {
                bar.clear();
                console.err()
                        .println("Stopped. The pages fetched so far are in " + into
                                + "; the same command continues from there.");
                throw stopped;
            }
            bar.clear();
            print(report, list, place);
        }
        return report.isComplete() ? 0 : ExitCode.INCOMPLETE;
    }

    private PageClient open(FetchLimits limits) {
        return client != null ? PageClients.open(client, limits) : PageClients.overEngine(spec(), limits);
    }

    private String spec() {
        return engine == null ? "virtual" : engine;
    }

    private static void show(ProgressBar bar, Progress progress) {
        long ended = progress.pages() + progress.failed();
        String what = NumberText.count(progress.pages()) + " of " + NumberText.count(progress.total()) + " pages, "
                + NumberText.measured(progress.perSecond()) + "/s"
                + (progress.failed() == 0 ? "" : ", " + NumberText.count(progress.failed()) + " failed");
        bar.show((double) ended / Math.max(1, progress.total()), what, progress.left());
    }

    private void print(CrawlReport report, PageList list, PageWorkers place) {
        if (json) {
            console.out().println(tree(report, list, place).toPrettyString());
            return;
        }
        double seconds = report.elapsed().toNanos() / 1e9;
        console.out()
                .println(NumberText.count(report.indexed()) + " pages (" + NumberText.bytes(report.bytes())
                        + ") fetched and indexed in " + NumberText.measured(seconds) + " s, "
                        + NumberText.measured(report.indexed() / seconds) + " pages/s; "
                        + NumberText.count(report.earlier()) + " were already in " + into + ".");
        console.out()
                .println(NumberText.count(report.requests()) + " requests, " + NumberText.count(report.retries())
                        + " of them retries; " + NumberText.count(report.redirects()) + " redirects; "
                        + NumberText.count(list.duplicates()) + " duplicates in the list.");
        Histogram times = place.times();
        if (!work.equals("none") && times.getTotalCount() > 0) {
            console.out()
                    .println("Work on a page took " + NumberText.measured(times.getValueAtPercentile(50) / 1e6)
                            + " ms (median), " + NumberText.measured(times.getMaxValue() / 1e6) + " ms at most.");
        }
        if (!report.isComplete()) {
            console.out()
                    .println(NumberText.count(report.failures().size()) + " of " + NumberText.count(report.listed())
                            + " pages were not fetched:");
            report.byKind().forEach(this::print);
        }
    }

    private void print(FetchFailure.Kind kind, List<CrawlReport.Failed> failed) {
        console.out().println("  " + console.bold(kind.key()) + ": " + NumberText.count(failed.size()));
        failed.stream()
                .limit(SHOWN)
                .forEach(each -> console.out()
                        .println("    " + each.address() + " (" + each.failure().detail() + ")"));
        if (failed.size() > SHOWN) {
            console.out()
                    .println("    and " + NumberText.count(failed.size() - SHOWN) + " more; --json lists them all");
        }
    }

    private ObjectNode tree(CrawlReport report, PageList list, PageWorkers place) {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("index", into.toString());
        tree.put(client == null ? "engine" : "client", client == null ? spec() : client);
        tree.put("listed", report.listed()).put("duplicates", list.duplicates()).put("earlier", report.earlier());
        tree.put("indexed", report.indexed()).put("redirects", report.redirects());
        tree.put("requests", report.requests()).put("retries", report.retries()).put("bytes", report.bytes());
        tree.put("seconds", report.elapsed().toNanos() / 1e9);
        Histogram times = place.times();
        tree.putObject("work")
                .put("spec", PageWorks.canonical(work))
                .put("count", times.getTotalCount())
                .put("medianMillis", times.getValueAtPercentile(50) / 1e6)
                .put("p99Millis", times.getValueAtPercentile(99) / 1e6)
                .put("maxMillis", times.getMaxValue() / 1e6);
        ObjectNode kinds = tree.putObject("failuresByKind");
        for (Map.Entry<FetchFailure.Kind, List<CrawlReport.Failed>> kind :
                report.byKind().entrySet()) {
            kinds.put(kind.getKey().key(), kind.getValue().size());
        }
        ArrayNode failures = tree.putArray("failures");
        for (CrawlReport.Failed failed : report.failures()) {
            failures.addObject()
                    .put("url", failed.address())
                    .put("kind", failed.failure().kind().key())
                    .put("detail", failed.failure().detail());
        }
        return tree;
    }
}
