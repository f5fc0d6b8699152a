package dev.gearbox.load.report;

import org.HdrHistogram.Histogram;

/**
 * The counters and histograms of one slice. A request belongs to the window by its intended start, whenever it ends; rates count the answers that arrive
 * while the window is open. Requests affected by a {@link Gaps gap} of the loop are recorded separately. Allocates only for the first error of each kind.
 */
public final class Recorder {
    private final Gaps gaps;
    private final boolean waits;
    private final Histogram response = Latencies.recorder();
    private final Histogram service = Latencies.recorder();
    private final Histogram lag = Latencies.recorder();
    private final Histogram wait = Latencies.recorder();
    private final Histogram connect = Latencies.recorder();
    private final Histogram stalled = Latencies.recorder();
    private final ErrorCounts errors = new ErrorCounts();

    private boolean windowKnown;
    private long from;
    private long to;
    private boolean floorKnown;
    private long floor;
    private boolean open;
    private boolean opened;

    private long scheduled;
    private long started;
    private long failed;
    private long censored;
    private long late;
    private long answeredInWindow;
    private long connects;

    /**
     * Creates a recorder that records nothing yet.
     *
     * @param gaps when the loop did not run
     * @param waits whether requests arrive independently, and may have to wait for a connection
     */
    public Recorder(Gaps gaps, boolean waits) {
        this.gaps = gaps;
        this.waits = waits;
    }

    /** Sets the range of intended starts that count. */
    public void window(long begin, long end) {
        from = begin;
        to = end;
        windowKnown = true;
    }

    /** A request with an earlier intended start belongs to an earlier slice, and was reported there. */
    public void floor(long begin) {
        floor = begin;
        floorKnown = true;
    }

    public void open() {
        open = true;
        opened = true;
    }

    public void close() {
        open = false;
    }

    /** Resets all figures; errors stay. */
    public void clear() {
        windowKnown = false;
        open = false;
        opened = false;
        for (Histogram histogram : new Histogram[] {response, service, lag, wait, connect, stalled}) {
            histogram.reset();
        }
        scheduled = 0;
        started = 0;
        failed = 0;
        censored = 0;
        late = 0;
        answeredInWindow = 0;
        connects = 0;
    }

    private boolean inWindow(long intended) {
        return windowKnown && intended - from >= 0 && intended - to < 0;
    }

    private boolean isOld(long intended) {
        return floorKnown && intended - floor < 0;
    }

    /** Records that an open-loop arrival is due, with this many requests at once. */
    public void scheduled(long intended, int frames) {
        if (inWindow(intended)) {
            scheduled += frames;
        }
    }

    public void started(long intended, int frames) {
        if (inWindow(intended)) {
            started += frames;
        }
    }

    /** Records that requests are written together, and how late: measured from their intended start and from when their connection was free. */
    public void written(long intended, long free, long wrote, int frames) {
        if (inWindow(intended)) {
            long could = Math.max(intended - from, free - from) + from;
            if (!gaps.mask(intended)) {
                record(lag, wrote - could, frames);
                if (waits) {
                    record(wait, could - intended, frames);
                }
            }
            if (could - to < 0 && wrote - to >= 0) {
                late += frames;
            }
        }
    }

    /** Records that a user connects, and how late: measured from its intended start and from when the user had ended what it did before. */
    public void connecting(long intended, long free, long now) {
        if (inWindow(intended) && !gaps.mask(intended)) {
            record(lag, now - Math.max(intended - from, free - from) - from, 1);
        }
    }

    public void connected(long took) {
        if (open) {
            connects++;
            record(connect, took, 1);
        }
    }

    public void answered(long intended, long wrote, long done, int frames) {
        if (open && !isOld(intended)) {
            answeredInWindow += frames;
        }
        if (inWindow(intended)) {
            if (gaps.mask(intended, wrote)) {
                record(stalled, done - intended, frames);
            } else {
                record(response, done - intended, frames);
                record(service, done - wrote, frames);
            }
        }
    }

    /** Records requests that were abandoned or never answered: they took at least this long. Never masked, because a lost request must not be hidden. */
    public void censored(long intended, long now, int frames) {
        if (windowKnown && opened && intended - to < 0 && !isOld(intended)) {
            censored += frames;
            record(response, now - intended, frames);
        }
    }

    /** Records requests that will have no answer: those that timed out count with their age, all others without a time. */
    public void gone(long intended, long now, ErrorKind kind, int frames) {
        if (kind == ErrorKind.TIMEOUT) {
            censored(intended, now, frames);
        } else if (inWindow(intended)) {
            failed += frames;
        }
    }

    /** Records an error. */
    public ErrorCounts errors() {
        return errors;
    }

    public long scheduled() {
        return scheduled;
    }

    public long started() {
        return started;
    }

    long failed() {
        return failed;
    }

    public long censored() {
        return censored;
    }

    /** Returns the number of requests that could have been sent in the window but were sent after it. */
    long late() {
        return late;
    }

    public long answeredInWindow() {
        return answeredInWindow;
    }

    long connects() {
        return connects;
    }

    /** Returns the 99th percentile of the responses so far, in nanoseconds; 0 without any. */
    public long response99() {
        return response.getTotalCount() == 0 ? 0 : response.getValueAtPercentile(99);
    }

    /** Returns the median of the responses so far, masked or not, whichever is shorter, in nanoseconds; 0 without any. */
    public long median() {
        long median = Long.MAX_VALUE;
        for (Histogram histogram : new Histogram[] {response, stalled}) {
            if (histogram.getTotalCount() > 0) {
                median = Math.min(median, histogram.getValueAtPercentile(50));
            }
        }
        return median == Long.MAX_VALUE ? 0 : median;
    }

    /** Returns the longest gap that masked nothing, in nanoseconds. */
    long neglected() {
        return gaps.neglected();
    }

    Latencies response() {
        return Latencies.of(response);
    }

    Latencies service() {
        return Latencies.of(service);
    }

    Latencies lag() {
        return Latencies.of(lag);
    }

    /** Returns the times from the intended start until the connection was free. */
    Latencies connWait() {
        return Latencies.of(wait);
    }

    Latencies connect() {
        return Latencies.of(connect);
    }

    /** Returns the responses of the masked requests. */
    Latencies stalled() {
        return Latencies.of(stalled);
    }

    private static void record(Histogram histogram, long nanos, int times) {
        histogram.recordValueWithCount(Math.clamp(nanos, 0, Latencies.HIGHEST), times);
    }
}
