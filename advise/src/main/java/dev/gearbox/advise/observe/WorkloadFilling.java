package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.WorkloadText;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.advise.observe.ObservedFact.FactOrigin;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Fills in a workload from an observation, one part after the other. */
final class WorkloadFilling {
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;
    private static final String NONE = "none";
    private static final String NEVER = "never";
    /** Shorter waits are not told from delays of the system. */
    private static final double SHORTEST_WAIT = 100e-6;
    /** A time from request to answer of which neither waits nor computing explain this part is not understood. */
    private static final double UNEXPLAINED = 1e-3;
    /** Rounding: more digits are not known. */
    private static final MathContext DIGITS = new MathContext(3);

    private static final double MOST_VARIATION = 1000;
    private static final Duration COARSE = Duration.ofMillis(1);

    private final ObservedProcess seen;
    private final WorkloadText given;
    private final Costs costs;
    private final List<ObservedFact> facts = new ArrayList<>();

    WorkloadFilling(ObservedProcess seen, WorkloadText given, Costs costs) {
        this.seen = seen;
        this.given = given;
        this.costs = costs;
    }

    ObservedWorkload workload() {
        refuseUnknown();
        Optional<String> connections = part("connections", given.connections(), connections(), "");
        Optional<String> rate = part("rate", given.rate(), rate(), "");
        Optional<String> size = part("size", given.size(), size(), "64B: " + unknown());
        Optional<String> cpu = part("cpu", given.cpu(), cpu(), NONE + ": " + noCpu());
        Optional<String> blocked = part("wait", given.blocked(), blocked(), NEVER + ": " + noWait());
        Optional<String> variation = part("wait-variation", given.waitVariation(), variation(blocked.isPresent()), "");
        Optional<String> connects = part("connects", given.connects(), connects(), "0: not seen in it");
        Optional<String> cores = part("cores", given.cores(), cores(), "those of this machine");
        threads();
        WorkloadText text = new WorkloadText(
                connections,
                rate,
                size,
                cpu,
                given.cpuVariation(),
                blocked,
                variation,
                connects,
                cores,
                given.p99(),
                given.memory());
        return new ObservedWorkload(seen, text, facts);
    }

    private void refuseUnknown() {
        List<String> missing = new ArrayList<>();
        if (given.connections().isEmpty() && seen.connections().isEmpty()) {
            missing.add("--connections");
        }
        if (given.rate().isEmpty() && seen.requests() == 0) {
            missing.add("--rate");
        }
        if (!missing.isEmpty()) {
            String flags = String.join(" and ", missing);
            throw new AdviseException(seen.source() + " does not tell " + flags.replace("--", "the ") + ": "
                    + (seen.noRequests().isEmpty() ? "connections cannot be listed here" : seen.noRequests())
                    + ". Give " + flags
                    + (seen.live() ? "" : ", or record with all socket events as docs/advise.md shows"));
        }
    }

    /** @param assumed a value and why, or nothing if an absent part needs no word */
    private Optional<String> part(String name, Optional<String> told, Optional<ObservedFact> read, String assumed) {
        if (told.isPresent()) {
            facts.add(new ObservedFact(name, told.get(), FactOrigin.GIVEN, "--" + name));
            return told;
        }
        if (read.isPresent()) {
            facts.add(read.get());
            return read.map(ObservedFact::value).filter(value -> !value.equals(NEVER) && !value.equals(NONE));
        }
        if (!assumed.isEmpty()) {
            int colon = assumed.indexOf(": ");
            facts.add(
                    colon < 0
                            ? new ObservedFact(name, "", FactOrigin.ASSUMED, assumed)
                            : new ObservedFact(
                                    name,
                                    assumed.substring(0, colon),
                                    FactOrigin.ASSUMED,
                                    assumed.substring(colon + 2) + ". If you know better, give --" + name));
        }
        return Optional.empty();
    }

    private Optional<ObservedFact> connections() {
        return seen.connections().isEmpty()
                ? Optional.empty()
                : read(
                        "connections",
                        Integer.toString(Math.max(1, seen.connections().getAsInt())),
                        seen.live()
                                ? "established at its listening ports"
                                : "those on which something was sent; quiet ones are not in a recording");
    }

    private Optional<ObservedFact> rate() {
        return seen.requests() == 0
                ? Optional.empty()
                : read(
                        "rate",
                        decimal(seen.rate()),
                        count(seen.requests()) + " answered in " + decimal(seen.seconds()) + " s"
                                + (seen.guessed() > 0
                                        ? "; which peers are clients was inferred from their ports, and from who spoke first"
                                        : "")
                                + (seen.servers() > 0
                                        ? "; calls to other servers (" + seen.servers() + ") are not counted"
                                        : ""));
    }

    private Optional<ObservedFact> size() {
        return seen.requests() == 0
                ? Optional.empty()
                : read(
                        "size",
                        Math.max(1, Math.round((seen.bytesIn() + seen.bytesOut()) / 2)) + "B",
                        "mean of a request, " + Math.round(seen.bytesIn()) + " B, and its answer, "
                                + Math.round(seen.bytesOut()) + " B");
    }

    /** Processor time of a request: by the requests that were counted, else by the rate that the user gives. */
    private OptionalDouble cpuPerRequest() {
        if (seen.requests() > 0) {
            return seen.cpuPerRequest();
        }
        return seen.cpuCores().isPresent()
                ? OptionalDouble.of(seen.cpuCores().getAsDouble()
                        / given.or(WorkloadText.CONNECTED).workload(1).rate())
                : OptionalDouble.empty();
    }

    private Optional<ObservedFact> cpu() {
        OptionalDouble all = cpuPerRequest();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        double bytes = (seen.bytesIn() + seen.bytesOut()) / 2;
        double transfer = costs.range(UnitCost.READ).value()
                + costs.range(UnitCost.WRITE).value()
                + Math.max(0, bytes - UnitCost.MESSAGE)
                        * costs.range(UnitCost.BYTE).value();
        double own = all.getAsDouble() - transfer;
        String how = "of the " + micros(all.getAsDouble()) + " of processor time for a request, "
                + micros(transfer)
                + " are the calibrated cost of its read and write; the rest includes collecting, compiling"
                + (seen.live() ? " and this recording" : " and recording");
        return own <= 0 ? read("cpu", NONE, how) : read("cpu", micros(own), how);
    }

    private String noCpu() {
        return "its processor time is not in the recording (jdk.CPULoad)";
    }

    private Optional<ObservedFact> blocked() {
        if (seen.waits().isEmpty()) {
            return Optional.empty();
        }
        RequestWaits waits = seen.waits().get();
        if (waits.mean() >= SHORTEST_WAIT) {
            return read(
                    "wait",
                    millis(waits.mean()),
                    "mean time that its thread waits between a request and the answer" + hidden());
        }
        return isUnexplained(waits) || isCoarse()
                ? Optional.empty()
                : read("wait", NEVER, "threads hardly wait between a request and its answer");
    }

    private boolean isUnexplained(RequestWaits waits) {
        return waits.meanSpan() - waits.mean() - seen.cpuPerRequest().orElse(0) > UNEXPLAINED;
    }

    private boolean isCoarse() {
        return seen.hiddenWait().compareTo(COARSE) > 0;
    }

    private String hidden() {
        return isCoarse() ? "; waits below " + seen.hiddenWait().toMillis() + " ms are not recorded" : "";
    }

    private String noWait() {
        if (seen.waits().isEmpty()) {
            return unknown();
        }
        RequestWaits waits = seen.waits().get();
        return isUnexplained(waits)
                ? millis(waits.meanSpan())
                        + " pass between a request and its answer, and the thread that answers does not wait meanwhile: another one may"
                : "waits below " + seen.hiddenWait().toMillis() + " ms are not recorded";
    }

    private Optional<ObservedFact> variation(boolean waits) {
        return waits && given.blocked().isEmpty() && seen.waits().isPresent()
                ? read(
                        "wait-variation",
                        String.format(
                                Locale.ROOT,
                                "%.2f",
                                Math.min(MOST_VARIATION, seen.waits().get().variation())),
                        "variance of these times, divided by the square of their mean")
                : Optional.empty();
    }

    private Optional<ObservedFact> connects() {
        return seen.connects().isEmpty()
                ? Optional.empty()
                : read("connects", decimal(seen.connects().getAsDouble()), "new connections of clients per second");
    }

    private Optional<ObservedFact> cores() {
        return seen.live() || seen.processors().isEmpty()
                ? Optional.empty()
                : read("cores", Integer.toString(seen.processors().getAsInt()), "of the machine of the recording");
    }

    private void threads() {
        if (seen.threads().isPresent()) {
            facts.add(new ObservedFact(
                    "threads",
                    Long.toString(seen.threads().getAsLong()),
                    FactOrigin.READ,
                    "platform threads"
                            + (seen.serving() == 0
                                    ? ""
                                    : "; answers came from " + count(seen.serving())
                                            + (seen.serving() == 1 ? " thread" : " threads")
                                            + (seen.virtual() ? ", virtual ones among them" : ""))));
        }
    }

    private String unknown() {
        return seen.noRequests().isEmpty() ? "not seen" : seen.noRequests();
    }

    private static Optional<ObservedFact> read(String name, String value, String how) {
        return Optional.of(new ObservedFact(name, value, FactOrigin.READ, how));
    }

    private static String micros(double seconds) {
        return decimal(seconds * MICROS) + "us";
    }

    private static String millis(double seconds) {
        return decimal(seconds * MILLIS) + "ms";
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String decimal(double value) {
        return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
