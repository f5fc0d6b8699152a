package dev.gearbox.studies.pageindexer;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.origin.Delay;
import dev.gearbox.origin.OriginPlan;
import dev.gearbox.studies.pageindexer.job.PageRow;
import dev.gearbox.theory.FetchFloor;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What follows from the parameters of a job, whatever the client's model: rounds of the pages in flight, bytes over the link, work over the threads that
 * may do it; and the pages that the link can carry before their time limit is over.
 */
final class PageBounds {
    private static final String NONE = "none";

    /** The least work on a page, see {@code arithmetic}. */
    private static final double LEAST_WORK_SECONDS = 5e-3;

    private final JobCell cell;
    private final PageRow row;
    private final Map<String, String> origin;

    private PageBounds(JobCell cell, PageRow row) {
        this.cell = cell;
        this.row = row;
        origin = cell.instrument().orElseThrow().options();
    }

    /** Returns what a figure of a client can be in a cell. */
    static Reach of(JobCell cell, PageRow row, Metric metric) {
        PageBounds bounds = new PageBounds(cell, row);
        return switch (metric) {
            case ELAPSED -> bounds.elapsed();
            case COMPLETED -> bounds.completed();
            case WORK -> bounds.works() ? Reach.atLeast(1e3 * LEAST_WORK_SECONDS, "work of 5 to 8 ms") : Reach.ANY;
            default -> Reach.ANY;
        };
    }

    private Reach elapsed() {
        FetchFloor floor = new FetchFloor(
                cell.units(), delaySeconds(), bytes(), linkBits(), works() ? LEAST_WORK_SECONDS : 0, threads());
        return Reach.atLeast(
                1e3 * floor.seconds(inFlight()),
                String.format(
                        Locale.ROOT,
                        "%d pages, %d in flight, %s each after %s%s%s",
                        cell.units(),
                        inFlight(),
                        origin.get("size"),
                        origin.get("delay"),
                        link(),
                        works() ? ", at least 5 ms of work on each on " + threads() + " threads" : ""));
    }

    /** Pages that are fetched all at once share the link until the time limit of all is over. */
    private Reach completed() {
        Reach all = Reach.atMost(100, "no more than all");
        if (!Double.isFinite(linkBits()) || inFlight() < cell.units()) {
            return all;
        }
        double limit = cell.timeout().toNanos() / 1e9;
        double share = (limit - delaySeconds()) * linkBits() / (8 * bytes() * cell.units());
        return share < 1
                ? Reach.atMost(
                        Math.max(Double.MIN_NORMAL, 100 * share),
                        String.format(
                                Locale.ROOT,
                                "%d pages of %s at once, each with a limit of %.0f s%s",
                                cell.units(),
                                origin.get("size"),
                                limit,
                                link()))
                : all;
    }

    private int inFlight() {
        long limit = Math.min(cell.units(), cell.job().path("at-once").asLong(cell.units()));
        return Math.toIntExact(row.atOnce() == 0 ? limit : Math.min(row.atOnce(), limit));
    }

    private boolean works() {
        return !cell.job().required("work").asString().equals(NONE);
    }

    /** Returns how many threads can work on pages at the same time. */
    private int threads() {
        int cores = Runtime.getRuntime().availableProcessors();
        return Math.min(cores, limited().orElse(cores));
    }

    private OptionalInt limited() {
        if (row.workers() > 0) {
            return OptionalInt.of(row.workers());
        }
        String[] client = row.client().split("[?&]", -1);
        if (client[0].equals("selector")) {
            return OptionalInt.of(1);
        }
        return client[0].equals("async") && client[1].startsWith("threads=")
                ? OptionalInt.of(Integer.parseInt(client[1].substring("threads=".length())))
                : row.atOnce() > 0 ? OptionalInt.of(row.atOnce()) : OptionalInt.empty();
    }

    private double delaySeconds() {
        return Delay.parse(origin.getOrDefault("delay", "0ms")) instanceof Delay.Constant(var time)
                ? time.toNanos() / 1e9
                : 0;
    }

    private double bytes() {
        return OriginPlan.size(origin.getOrDefault("size", "1KiB"));
    }

    private double linkBits() {
        String link = origin.get("link");
        return link == null ? Double.POSITIVE_INFINITY : 8.0 * OriginPlan.rate(link);
    }

    private String link() {
        String link = origin.get("link");
        return link == null ? "" : ", over a link of " + link + "/s";
    }
}
