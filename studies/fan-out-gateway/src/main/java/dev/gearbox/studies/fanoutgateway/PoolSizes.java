package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.studies.fanoutgateway.sizing.RuleSize;
import dev.gearbox.studies.fanoutgateway.sizing.RuleVerdict;
import dev.gearbox.studies.fanoutgateway.sizing.SizeSweep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The section "Pool sizing" of a report: for each row whose calls hold threads of a pool, the size that the rule gives, and what the sweep of the workload
 * shows. The wait is that of the services, by their delays; the processor time of a request is measured at the largest size, where no thread is waited for.
 */
final class PoolSizes {
    /** The workload whose cells are a sweep. */
    static final String WORKLOAD = "pool-sizing";

    /** The rows that it compares. */
    static final List<String> ROWS = List.of("executor", "completable-future");

    private static final String THREADS = "threads";
    private static final List<String> HEADS = List.of(THREADS, "requests/s", "of the best", "");

    private PoolSizes() {}

    /** What is the same at all sizes of a sweep. */
    private record Setting(String row, Map<String, String> parameters, Machine machine, String where) {}

    /** Returns a section for each row and setting of which at least two sizes have been measured, whether they can be compared or not. */
    static List<StudySection> sections(List<Findings> results) {
        Map<Setting, SortedMap<Integer, Findings>> sweeps = new LinkedHashMap<>();
        for (Findings findings : results) {
            Experiment experiment = findings.experiment();
            if (experiment.workload().equals(WORKLOAD)) {
                Map<String, String> others = new LinkedHashMap<>(experiment.parameters());
                int threads = Integer.parseInt(String.valueOf(others.remove(THREADS)));
                for (Arm arm : experiment.contenders()) {
                    if (GatewayBounds.callsHoldThreads(arm.label())) {
                        sweeps.computeIfAbsent(
                                        new Setting(arm.label(), others, experiment.machine(), experiment.where()),
                                        _ -> new TreeMap<>())
                                .putIfAbsent(threads, findings);
                    }
                }
            }
        }
        List<StudySection> sections = new ArrayList<>();
        sweeps.forEach((setting, sizes) -> section(setting, sizes).ifPresent(sections::add));
        return sections;
    }

    private static Optional<StudySection> section(Setting setting, SortedMap<Integer, Findings> sizes) {
        if (sizes.size() < 2) {
            return Optional.empty();
        }
        List<String> sentences = new ArrayList<>();
        List<SizeSweep.Point> points = new ArrayList<>();
        SortedMap<Integer, Findings> valid = new TreeMap<>();
        sizes.forEach((threads, findings) -> {
            Optional<Figure> rate = positive(findings, setting.row, Metric.RATE);
            Optional<String> why = obstacle(findings)
                    .or(() -> rate.isEmpty() ? Optional.of("nothing was answered in time") : Optional.empty());
            if (why.isEmpty()) {
                points.add(new SizeSweep.Point(threads, rate.orElseThrow()));
                valid.put(threads, findings);
            } else {
                sentences.add("Left out: " + threads + " threads (" + why.get() + ").");
            }
        });
        Optional<Figure> micros =
                valid.isEmpty() ? Optional.empty() : positive(valid.lastEntry().getValue(), setting.row, Metric.CPU);
        if (points.size() < 2 || micros.isEmpty()) {
            sentences.add("Undecided: that takes two sizes at least, and the processor time of a request.");
            return Optional.of(new StudySection(title(setting), HEADS, List.of(), sentences));
        }
        Experiment largest = valid.lastEntry().getValue().experiment();
        SizeSweep sweep = SizeSweep.of(points, largest.design().confidence());
        RuleSize rule = new RuleSize(
                largest.subjectCores(), MeanWaits.of(services(largest)).together(), scaled(micros.get(), 1e-6));
        int best = sweep.sizes().get(sweep.best()).threads();
        Optional<Figure> busy =
                Optional.ofNullable(valid.get(best)).flatMap(at -> figure(at, setting.row, Metric.CORES));
        sentences.add(rule(rule, valid.lastKey()));
        sentences.add(sweep.words());
        sentences.add(RuleVerdict.of(rule, sweep, busy).words());
        return Optional.of(new StudySection(title(setting), HEADS, rows(sweep), sentences));
    }

    private static Optional<String> obstacle(Findings findings) {
        String invalid = findings.quality().invalid();
        return invalid != null
                ? Optional.of("its run is invalid: " + invalid)
                : Optional.ofNullable(findings.unfit().get(Metric.RATE)).map(Findings.Unfit::why);
    }

    private static Optional<Figure> figure(Findings findings, String row, Metric metric) {
        return findings.by(metric).flatMap(ranking -> ranking.of(row)).map(RankedArm::value);
    }

    private static Optional<Figure> positive(Findings findings, String row, Metric metric) {
        return figure(findings, row, metric).filter(figure -> figure.value() > 0);
    }

    /** The options of the services, as the experiment keeps them. */
    private static Map<String, String> services(Experiment experiment) {
        Map<String, String> options = new LinkedHashMap<>();
        experiment
                .load()
                .path("services")
                .properties()
                .forEach(
                        option -> options.put(option.getKey(), option.getValue().asString()));
        return options;
    }

    private static Figure scaled(Figure figure, double by) {
        return new Figure(figure.value() * by, figure.low() * by, figure.high() * by, figure.forks());
    }

    private static String title(Setting setting) {
        StringBuilder title = new StringBuilder("Pool sizing: ").append(setting.row);
        setting.parameters.forEach(
                (axis, value) -> title.append(", ").append(axis).append(' ').append(value));
        return title.append(setting.where).toString();
    }

    private static List<List<String>> rows(SizeSweep sweep) {
        return sweep.sizes().stream()
                .map(size -> List.of(
                        Integer.toString(size.threads()),
                        FigureText.figure(size.rate()),
                        String.format(Locale.ROOT, "%.0f %%", 100 * size.ofBest()),
                        switch (size.flatness()) {
                            case FLAT -> "flat";
                            case BEHIND -> "lower";
                            case OPEN -> "undecided";
                        }))
                .toList();
    }

    private static String rule(RuleSize rule, int largest) {
        return "A request holds threads of calls for " + FigureText.number(rule.waitSeconds() * 1e3)
                + " ms together while services wait, and takes " + FigureText.figure(scaled(rule.computeSeconds(), 1e3))
                + " ms of processor time (with " + largest
                + " threads). Cores × utilisation × (1 + wait / compute): to keep "
                + (rule.cores() == 1 ? "1 core" : rule.cores() + " cores") + " busy takes "
                + FigureText.figure(rule.threads()) + " threads.";
    }
}
