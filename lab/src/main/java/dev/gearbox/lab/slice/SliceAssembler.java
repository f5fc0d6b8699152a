package dev.gearbox.lab.slice;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.load.report.LoadReport;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Converts the generator's report and the meter's readings to evidence. */
public final class SliceAssembler {
    private SliceAssembler() {}

    /** The position of a slice. */
    public record SliceId(int fork, int launch, int block, int position, String arm, long seed) {}

    public static Slice slice(
            SliceId place, Instant at, LoadReport report, SliceMeter.Mark before, SliceMeter.Mark after) {
        Map<String, Long> errors = new TreeMap<>();
        report.errors().forEach((kind, counts) -> {
            if (counts.inWindow() > 0) {
                errors.put(kind.key(), counts.inWindow());
            }
        });
        return new Slice(
                place.fork,
                place.launch,
                place.block,
                place.position,
                place.arm,
                place.seed,
                at,
                new Slice.Requests(
                        report.window().toNanos() / 1e9,
                        report.offeredPerSecond(),
                        report.answeredPerSecond(),
                        report.answered(),
                        report.censored(),
                        report.failed(),
                        report.stalled().count(),
                        report.connects(),
                        report.connections(),
                        report.waiting(),
                        errors),
                SliceMeter.cost(before, after),
                SliceMeter.disturbance(before, after),
                new Slice.GeneratorLag(
                        report.valid(),
                        report.reasons(),
                        report.lag().quantile(0.5) / 1e3,
                        report.lag().quantile(0.99) / 1e3,
                        report.effort().work(),
                        report.effort().away()));
    }

    public static TimeHistograms times(LoadReport report) {
        Map<TimeHistograms.Kind, Histogram> kinds = new EnumMap<>(TimeHistograms.Kind.class);
        kinds.put(TimeHistograms.Kind.RESPONSE, report.response().histogram());
        kinds.put(TimeHistograms.Kind.SERVICE, report.service().histogram());
        kinds.put(TimeHistograms.Kind.LAG, report.lag().histogram());
        kinds.put(TimeHistograms.Kind.WAIT, report.connWait().histogram());
        kinds.put(TimeHistograms.Kind.CONNECT, report.connect().histogram());
        kinds.put(TimeHistograms.Kind.STALLED, report.stalled().histogram());
        kinds.values().removeIf(histogram -> histogram.getTotalCount() == 0);
        kinds.putIfAbsent(TimeHistograms.Kind.RESPONSE, TimeHistograms.empty());
        return new TimeHistograms(kinds);
    }
}
