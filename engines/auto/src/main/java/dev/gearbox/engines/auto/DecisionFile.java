package dev.gearbox.engines.auto;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Routes;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import dev.gearbox.engines.auto.policy.Thresholds;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file of JSON lines for {@code gearbox decisions}: how the engine was started, the decisions with their signals, their outcomes, and samples of all
 * observations if requested. Written where the system property {@value #PROPERTY} names it.
 */
final class DecisionFile implements DecisionListener {
    /** Names the file, which is appended to. */
    static final String PROPERTY = "gearbox.decisions";

    private static final System.Logger LOG = System.getLogger("dev.gearbox.decisions");

    private final Path file;
    /** Null once it could not be written. */
    private @Nullable BufferedWriter out;

    /**
     * @throws BadSpecException if it cannot be written
     */
    DecisionFile(Path file) {
        this.file = file;
        try {
            out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException refused) {
            throw new BadSpecException("decisions cannot be written to " + file + ", which -D" + PROPERTY + " names: "
                    + refused.getMessage());
        }
    }

    /** Returns the file that the system property names, if it names one. */
    static Optional<DecisionListener> asked() {
        String name = System.getProperty(PROPERTY, "");
        return name.isEmpty() ? Optional.empty() : Optional.of(new DecisionFile(Path.of(name)));
    }

    @Override
    public void started(String engine, Policy policy) {
        write(
                new JsonLine()
                        .put("kind", "start")
                        .put("started", Instant.now().toString())
                        .put("engine", engine)
                        .put("routes", line(policy.routes()))
                        .put("thresholds", line(policy.thresholds())),
                true);
    }

    @Override
    public void sampled(ConnectionSignals signals, ShiftHistory standing) {
        write(
                new JsonLine()
                        .put("kind", "sample")
                        .put("signals", line(signals))
                        .put("standing", line(standing)),
                false);
    }

    @Override
    public void decided(long number, ShiftDecision decision) {
        write(new JsonLine().put("kind", "decision").put("number", number).put("decision", line(decision)), true);
    }

    @Override
    public void answered(long number, ShiftDecision decision, long nanos, Optional<String> refusal) {
        write(
                new JsonLine()
                        .put("kind", "answer")
                        .put("number", number)
                        .put("micros", nanos / 1_000)
                        .put("refusal", refusal.orElse("")),
                true);
    }

    private static JsonLine line(Routes routes) {
        return new JsonLine()
                .put("start", routes.start())
                .put("blocking", routes.blocking())
                .put("computing", routes.computing())
                .put("large", routes.large());
    }

    private static JsonLine line(Thresholds thresholds) {
        return new JsonLine()
                .put("slowMicros", thresholds.slowMicros())
                .put("strikes", thresholds.strikes())
                .put("slowPercent", thresholds.slowPercent())
                .put("largeBytes", thresholds.largeBytes())
                .put("probationMillis", thresholds.probationMillis())
                .put("windowMillis", thresholds.windowMillis());
    }

    private static JsonLine line(ShiftHistory standing) {
        return new JsonLine()
                .put("shifts", standing.shifts())
                .put("relapses", standing.relapses())
                .put("backMillis", standing.backMillis());
    }

    private static JsonLine line(ShiftDecision decision) {
        return new JsonLine()
                .put("signals", line(decision.signals()))
                .put("to", decision.to().name())
                .put("from", decision.from())
                .put("target", decision.target())
                .put("why", decision.why())
                .put("alternative", decision.alternative())
                .put("expected", decision.expected());
    }

    private static JsonLine line(ConnectionSignals signals) {
        return new JsonLine()
                .put("atMillis", signals.atMillis())
                .put("connection", signals.connection())
                .put("place", signals.place().name())
                .put("windowMillis", signals.windowMillis())
                .put("callbacks", signals.callbacks())
                .put("bytes", signals.bytes())
                .put("slow", signals.slow())
                .put("slowNanos", signals.slowNanos())
                .put("processorNanos", signals.processorNanos())
                .put("calmMillis", signals.calmMillis())
                .put("calmCallbacks", signals.calmCallbacks())
                .put("others", signals.others())
                .put("utilisation", signals.utilisation())
                .put("queueNanos", signals.queueNanos());
    }

    /** Flushes important lines at once, so that they are in the file however the process ends. */
    private void write(JsonLine line, boolean atOnce) {
        BufferedWriter writer = out;
        if (writer == null) {
            return;
        }
        try {
            writer.write(line.toString());
            writer.newLine();
            if (atOnce) {
                writer.flush();
            }
        } catch (IOException full) {
            LOG.log(Level.WARNING, () -> "decisions are not written to " + file + " any more", full);
            out = null;
        }
    }

    @Override
    public void ended() {
        BufferedWriter writer = out;
        out = null;
        if (writer != null) {
            try {
                writer.close();
            } catch (IOException full) {
                LOG.log(Level.WARNING, () -> "the end of " + file + " is not written", full);
            }
        }
    }
}
