package dev.gearbox.advise.trial;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.rules.LiteratureRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which engines of an advice are measured. */
public final class TrialEngines {
    private static final int RECOMMENDED = 2;

    private TrialEngines() {}

    private static List<Prediction> carrying(Advice advice) {
        return advice.groups().stream().flatMap(List::stream).toList();
    }

    /** Returns the best setting of each engine that is predicted to carry the workload, or probably does, best first. */
    public static List<Prediction> distinct(Advice advice) {
        Map<String, Prediction> byName = new LinkedHashMap<>();
        carrying(advice).forEach(one -> byName.putIfAbsent(one.name(), one));
        return List.copyOf(byName.values());
    }

    /**
     * Returns the advised engine, and those of a grid that are predicted to carry the workload, or probably do, best first.
     *
     * @param names of the grid's engines; empty: all
     */
    public static List<Prediction> validated(Advice advice, Optional<List<String>> names) {
        List<Prediction> all = distinct(advice);
        String advised = all.getFirst().name();
        return all.stream()
                .filter(one -> one.name().equals(advised)
                        || names.map(chosen -> chosen.contains(one.name())).orElse(true))
                .toList();
    }

    /**
     * Returns the first two engines, and the one of the literature. Two settings of one engine count as one.
     *
     * @param rule that applies to the workload and recommends an engine
     */
    public static List<Prediction> verified(Advice advice, Optional<LiteratureRule> rule) {
        List<Prediction> chosen =
                new ArrayList<>(distinct(advice).stream().limit(RECOMMENDED).toList());
        literature(advice, rule)
                .filter(one -> one.fit() != Prediction.Fit.NOT)
                .filter(one -> chosen.stream().noneMatch(other -> other.name().equals(one.name())))
                .ifPresent(chosen::add);
        return List.copyOf(chosen);
    }

    /** Returns the prediction for the engine that a rule recommends; empty if it cannot run here. */
    public static Optional<Prediction> literature(Advice advice, Optional<LiteratureRule> rule) {
        return rule.flatMap(LiteratureRule::recommends)
                .flatMap(name -> Stream.concat(carrying(advice).stream(), advice.rejected().stream())
                        .filter(one -> one.name().equals(name))
                        .findFirst());
    }
}
