package dev.gearbox.report;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Findings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One experiment, its findings, and its attachments.
 *
 * @param evidence what was measured
 * @param findings what follows from it
 * @param causes where the processor time of an arm went, by its label; empty if that was not requested
 * @param files the raw files, as paths relative to the report
 */
public record ExperimentResult(
        Evidence evidence, Findings findings, Map<String, CausesView> causes, List<String> files) {
    /** Copies the collections; the causes are sorted by label. */
    public ExperimentResult {
        causes = Collections.unmodifiableMap(new TreeMap<>(causes));
        files = List.copyOf(files);
    }

    /** Creates a result without causes and files. */
    public ExperimentResult(Evidence evidence, Findings findings) {
        this(evidence, findings, Map.of(), List.of());
    }
}
