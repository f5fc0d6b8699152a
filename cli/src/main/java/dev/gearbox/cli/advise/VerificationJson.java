package dev.gearbox.cli.advise;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.trial.TrialRow;
import dev.gearbox.advise.trial.VerifiedAdvice;
import dev.gearbox.evidence.analysis.Figure;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A verified advice for programs: the advice, and predictions beside measurements. {@code null} stands for what has no bound. */
final class VerificationJson {
    private VerificationJson() {}

    static ObjectNode of(Advice advice, VerifiedAdvice verification) {
        ObjectNode tree = AdviceJson.of(advice);
        ObjectNode verified = tree.putObject("verified");
        verified.put("answer", verification.answer())
                .put("inside", verification.inside())
                .put("figures", verification.rows().size());
        rows(verified.putArray("rows"), verification.rows());
        return tree;
    }

    static void rows(ArrayNode array, List<TrialRow> rows) {
        for (TrialRow row : rows) {
            ObjectNode node = array.addObject();
            node.put("engine", row.engine())
                    .put("quantity", row.quantity().key())
                    .put("unit", row.quantity().unit());
            AdviceJson.range(node.putObject("predicted"), row.predicted());
            figure(node.putObject("measured"), row.measured());
            AdviceJson.number(node, "error", row.error());
            node.put("inside", row.inside());
        }
    }

    static void figure(ObjectNode node, Figure figure) {
        AdviceJson.number(node, "low", figure.low());
        AdviceJson.number(node, "value", figure.value());
        AdviceJson.number(node, "high", figure.high());
        node.put("forks", figure.forks());
    }
}
