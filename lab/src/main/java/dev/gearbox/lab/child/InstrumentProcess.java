package dev.gearbox.lab.child;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.InstrumentOptions;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.stats.FitnessLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/**
 * The instrument of a study, from which jobs fetch or which servers under load call: a JVM on the load's processors that prints
 * {@code READY {"port": N}} and answers {@code stats} between slices. Its lateness beyond the configured delay is not caused by the client: a slice with
 * much of it is unusable for times.
 * <p>{@code "lateness"} in its stats is a histogram of ns since it started, as Base64 of HdrHistogram's compressed form.
 */
public final class InstrumentProcess implements Instrument {
    private final SubjectProcess process;

    private InstrumentProcess(SubjectProcess process) {
        this.process = process;
    }

    /** Starts it and waits until it listens. */
    public static InstrumentProcess start(InstrumentOptions wanted, ChildSetup setup)
            throws IOException, ChildException, InterruptedException {
        return start(wanted, setup, List.of());
    }

    /** The same for one that is beside a generator, to which it {@linkplain #yields yields}. */
    public static InstrumentProcess startBesideGenerator(InstrumentOptions wanted, ChildSetup setup)
            throws IOException, ChildException, InterruptedException {
        return start(wanted, setup, Yielding.prefix(setup.pinning()));
    }

    /** Returns whether an instrument beside a generator has the same processors and yields them to it. */
    public static boolean yields(ChildSetup setup) {
        return !Yielding.prefix(setup.pinning()).isEmpty();
    }

    private static InstrumentProcess start(InstrumentOptions wanted, ChildSetup setup, List<String> prefix)
            throws IOException, ChildException, InterruptedException {
        JvmLaunch launch = setup.instruments().get(wanted.name());
        if (launch == null) {
            throw new LabException("the study provides no instrument \"" + wanted.name()
                    + "\", which its workload names. It provides: "
                    + (setup.instruments().isEmpty()
                            ? "none"
                            : String.join(", ", setup.instruments().keySet())));
        }
        List<String> arguments = new ArrayList<>(List.of("--port", "0"));
        wanted.options().forEach((option, value) -> arguments.addAll(List.of("--" + option, value)));
        Subject subject = new Subject(wanted.name(), launch, arguments, List.of(), Set.of());
        SubjectProcess process = SubjectProcess.startInstrument(subject, setup, prefix);
        try {
            process.awaitReady(setup.patience());
            if (process.port() == 0) {
                throw process.failure("the " + wanted.name() + " sent READY without a port");
            }
            return new InstrumentProcess(process);
        } catch (ChildException | InterruptedException failed) {
            process.close();
            throw failed;
        }
    }

    /** Returns its counters so far. */
    public record Mark(Histogram lateness, double cpuMicros) {}

    /** Returns where it listens. */
    public int port() {
        return process.port();
    }

    /** Reads its counters. */
    public Mark mark() throws ChildException, InterruptedException {
        JsonNode stats = process.stats();
        JsonNode usage = stats == null ? null : stats.get("usage");
        if (stats == null || usage == null) {
            process.check();
            throw process.failure("the " + process.label() + " did not send its counters");
        }
        return new Mark(
                lateness(stats.path("lateness").asString("")),
                usage.path("userMicros").asDouble() + usage.path("systemMicros").asDouble());
    }

    private Histogram lateness(String encoded) throws ChildException {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), TimeHistograms.HIGHEST);
        } catch (DataFormatException | RuntimeException broken) {
            throw process.failure(
                    "the lateness of the " + process.label() + " is not a histogram: " + broken.getMessage());
        }
    }

    /** Returns whether it was fit between two marks, for a job of this duration. */
    public Slice.GeneratorLag judge(Mark before, Mark after, double jobMillis) {
        Histogram late = after.lateness.copy();
        late.subtract(before.lateness);
        double p50 = late.getValueAtPercentile(50) / 1e3;
        double p99 = late.getValueAtPercentile(99) / 1e3;
        double bound = Math.max(FitnessLimits.JOB_LATE_MILLIS, FitnessLimits.JOB_LATE_SHARE * jobMillis);
        List<String> reasons = p99 / 1e3 <= bound
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "the %s was late by %.0f ms (p99), in a job of %.0f ms (allowed %.0f ms)",
                        process.label(),
                        p99 / 1e3,
                        jobMillis,
                        bound));
        double busy = (after.cpuMicros - before.cpuMicros) / (1e3 * jobMillis);
        return new Slice.GeneratorLag(reasons.isEmpty(), reasons, p50, p99, busy, 0);
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
