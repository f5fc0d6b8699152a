package dev.gearbox.report;

import dev.gearbox.evidence.StudySection;
import java.util.List;

/**
 * The content of a report, independent of its form: the input of every form. Immutable; its parts may come from many experiments.
 *
 * @param title the name of the study or of the file, short
 * @param question the question, as a person would ask it
 * @param results in display order
 * @param sections what studies show beside experiments
 * @param claims of the literature, with what was found here
 * @param notes what else a reader must know, in sentences
 */
public record Report(
        String title,
        String question,
        List<ExperimentResult> results,
        List<StudySection> sections,
        List<ClaimView> claims,
        List<String> notes) {
    /** Copies the lists. */
    public Report {
        results = List.copyOf(results);
        sections = List.copyOf(sections);
        claims = List.copyOf(claims);
        notes = List.copyOf(notes);
    }

    /** Creates a report of results alone. */
    public Report(String title, String question, List<ExperimentResult> results) {
        this(title, question, results, List.of(), List.of(), List.of());
    }
}
