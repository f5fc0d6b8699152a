package dev.gearbox.load;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Counts and histograms of one run. A request belongs to the window by its intended start, whenever it ends; rates count the answers that
 * arrive while the window is open. Allocates only for the first error of each kind.
 */
final class Recorder {
    private final Histogram response = Latencies.recorder();
    private final Histogram service = Latencies.recorder();
    private final Histogram lag = Latencies.recorder();
    private final Histogram connect = Latencies.recorder();
    private final Map<ErrorKind, Errors> errorsByKind = new EnumMap<>(ErrorKind.class);

    private boolean windowKnown;
    private long from;
    private long to;
    private boolean open;
    private boolean opened;

    private long scheduled;
    private long started;
    private long finished;
    private long failed;
    private long censored;
    private long late;
    private long answeredInWindow;
    private long answeredEver;
    private long connects;
    private long errors;

    /** Says which intended starts count. */
    void window(long begin, long end) {
        from = begin;
        to = end;
        windowKnown = true;
    }

    void open() {
        open = true;
        opened = true;
    }

    void close() {
        open = false;
    }

    boolean inWindow(long intended) {
        return windowKnown && intended - from >= 0 && intended - to < 0;
    }

    /** An arrival of an open loop is due. */
    void scheduled(long intended) {
        if (inWindow(intended)) {
            scheduled++;
        }
    }

    void started(long intended) {
        if (inWindow(intended)) {
            started++;
        }
    }

    /** A request is being written: how late, given when it was meant to be and when its connection was free. */
    void written(long intended, long free, long wrote) {
        if (inWindow(intended)) {
            long could = Math.max(intended - from, free - from) + from;
            record(lag, wrote - could);
            if (could - to < 0 && wrote - to >= 0) {
                late++;
            }
        }
    }

    void connecting(long intended, long now) {
        if (inWindow(intended)) {
            record(lag, now - intended);
        }
    }

    void connected(long took) {
        if (open) {
            connects++;
            record(connect, took);
        }
    }

    void answered(long intended, long wrote, long done) {
        answeredEver++;
        if (open) {
            answeredInWindow++;
        }
        if (inWindow(intended)) {
            finished++;
            record(response, done - intended);
            record(service, done - wrote);
        }
    }

    /** A request that was given up or never answered: it took at least as long as this. */
    void censored(long intended, long now) {
        if (inWindow(intended)) {
            finished++;
        }
        if (windowKnown && opened && intended - to < 0) {
            censored++;
            record(response, now - intended);
        }
    }

    /** A request will have no answer: a timed-out one is as old as it is, any other has no time. */
    void gone(long intended, long now, ErrorKind kind) {
        if (kind == ErrorKind.TIMEOUT) {
            censored(intended, now);
        } else if (inWindow(intended)) {
            finished++;
            failed++;
        }
    }

    /** Counts an error, and says whether it is the first of its kind, which should be told by {@link #example}. */
    boolean error(ErrorKind kind) {
        errors++;
        Errors counted = errorsByKind.get(kind);
        if (counted != null) {
            counted.count(opened);
        }
        return counted == null;
    }

    /** The first error of a kind, in words. */
    void example(ErrorKind kind, String message) {
        errorsByKind.put(kind, new Errors(message, opened));
    }

    /** Requests of the window that are neither answered nor given up. */
    long pending() {
        return started - finished;
    }

    long scheduled() {
        return scheduled;
    }

    long started() {
        return started;
    }

    long failed() {
        return failed;
    }

    long censored() {
        return censored;
    }

    /** Requests that could have been sent in the window and were sent after it. */
    long late() {
        return late;
    }

    long answeredInWindow() {
        return answeredInWindow;
    }

    long answeredEver() {
        return answeredEver;
    }

    long connects() {
        return connects;
    }

    /** All errors so far. */
    long errors() {
        return errors;
    }

    Map<ErrorKind, LoadReport.Errors> errorsByKind() {
        var all = new EnumMap<ErrorKind, LoadReport.Errors>(ErrorKind.class);
        errorsByKind.forEach((kind, counted) ->
                all.put(kind, new LoadReport.Errors(counted.inWindow, counted.before, counted.first)));
        return all;
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

    Latencies connect() {
        return Latencies.of(connect);
    }

    private static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, Latencies.HIGHEST));
    }

    private static final class Errors {
        private final String first;
        private long inWindow;
        private long before;

        private Errors(String first, boolean opened) {
            this.first = first;
            count(opened);
        }

        private void count(boolean opened) {
            if (opened) {
                inWindow++;
            } else {
                before++;
            }
        }
    }
}
