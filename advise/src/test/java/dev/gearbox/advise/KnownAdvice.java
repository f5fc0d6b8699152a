package dev.gearbox.advise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Advice with the exact costs of an invented machine, for tests; each workload is simulated once. */
final class KnownAdvice {
    static final DescribedWorkload ECHO = workload("connections: 100\nrate: 10000\ncpu: 0us\n");
    static final String DATABASE = "connections: 5000\nrate: 200\nwait: 20ms\n";

    private static final Map<DescribedWorkload, Advice> KNOWN = new HashMap<>();

    private KnownAdvice() {}

    static DescribedWorkload workload(String yaml) {
        WorkloadText text = WorkloadTextTest.read(yaml);
        return text.workload(2);
    }

    static synchronized Advice advise(DescribedWorkload workload) {
        return KNOWN.computeIfAbsent(workload, KnownAdvice::anew);
    }

    static Advice anew(DescribedWorkload workload) {
        return Advisor.advise(workload, SomeCosts.exact(), Set.of());
    }

    /** Returns what is predicted of an engine, recommended or not. */
    static Prediction prediction(Advice advice, String spec) {
        return advice.groups().stream()
                .flatMap(List::stream)
                .filter(one -> one.spec().equals(spec))
                .findFirst()
                .or(() -> advice.rejected().stream()
                        .filter(one -> one.spec().equals(spec))
                        .findFirst())
                .orElseThrow(() -> new AssertionError(spec + " is not there"));
    }
}
