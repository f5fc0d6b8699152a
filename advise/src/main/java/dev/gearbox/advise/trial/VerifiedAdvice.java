package dev.gearbox.advise.trial;

import dev.gearbox.advise.PredictedText;
import dev.gearbox.advise.trial.Rival.Outcome;
import dev.gearbox.evidence.analysis.Figure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Answers the question whether an advice was right, from one experiment.
 *
 * @param recommended the first engine of the advice, as it was measured
 * @param rows predictions beside measurements, of all measured engines
 * @param rivals the other measured engines
 * @param invalid why the experiment supports no conclusion; empty if it does
 */
public record VerifiedAdvice(String recommended, List<TrialRow> rows, List<Rival> rivals, Optional<String> invalid) {
    /** Copies the lists. */
    public VerifiedAdvice {
        rows = List.copyOf(rows);
        rivals = List.copyOf(rivals);
    }

    /** Returns how many measured values lie in their predicted intervals. */
    public long inside() {
        return rows.stream().filter(TrialRow::inside).count();
    }

    /** Returns the answer, in a sentence. */
    public String answer() {
        if (invalid.isPresent()) {
            return "Was the advice right? Not decided: " + invalid.get() + ".";
        }
        String intervals = inside() + " of " + rows.size() + " measured values lie in their predicted intervals.";
        if (rivals.isEmpty()) {
            return "Was the advice right? Not decided: only " + recommended + " was measured. " + intervals;
        }
        List<Rival> better = with(Outcome.BETTER);
        List<Rival> open = with(Outcome.UNDECIDED);
        String verdict;
        if (!better.isEmpty()) {
            verdict = "No: " + better.stream().map(this::advantage).collect(Collectors.joining("; ")) + ".";
        } else if (!open.isEmpty()) {
            verdict = "Not decided: " + open.stream().map(Rival::engine).collect(Collectors.joining(", "))
                    + " may be better than " + recommended + " by more than " + PredictedText.percent(Rival.MARGIN)
                    + ". Measure more forks.";
        } else {
            verdict = "Yes: of the measured engines none is better than " + recommended + " by more than "
                    + PredictedText.percent(Rival.MARGIN) + ".";
        }
        return "Was the advice right? " + verdict + " " + intervals;
    }

    private List<Rival> with(Outcome outcome) {
        return rivals.stream().filter(rival -> rival.verdict() == outcome).toList();
    }

    private String advantage(Rival rival) {
        return rival.shorterTail()
                ? rival.engine() + " has a p99 that is " + PredictedText.digits(rival.p99MillisLess())
                        + " ms shorter than that of " + recommended
                : rival.engine() + " needs " + less(rival.cpu()) + " less processor time than " + recommended;
    }

    private static String less(Figure ratio) {
        return PredictedText.percent(1 - ratio.value()) + " (95 % interval " + PredictedText.percent(1 - ratio.high())
                + " to " + PredictedText.percent(1 - ratio.low()) + ")";
    }
}
