package dev.gearbox.report;

import java.util.List;

/**
 * What is to be told, before its form is chosen: the input of every form. Immutable; its parts may come from many
 * experiments.
 *
 * @param title the name of the study or of the file, short
 * @param question what was asked, as a person would ask it
 * @param results in the order in which they are to be shown
 * @param claims of the literature, with what was found here
 * @param notes what a reader must know besides, in sentences
 */
public record Report(
        String title, String question, List<ExperimentResult> results, List<ClaimView> claims, List<String> notes) {
    /** Copies the lists. */
    public Report {
        results = List.copyOf(results);
        claims = List.copyOf(claims);
        notes = List.copyOf(notes);
    }

    /** A report of results alone. */
    public Report(String title, String question, List<ExperimentResult> results) {
        this(title, question, results, List.of(), List.of());
    }
}
