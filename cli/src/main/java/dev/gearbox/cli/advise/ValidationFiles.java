package dev.gearbox.cli.advise;

import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.trial.Coverage;
import dev.gearbox.advise.trial.TrialRow;
import dev.gearbox.advise.trial.ValidatedWorkload;
import dev.gearbox.advise.trial.Validation;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.report.html.AdvicePage;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The results of a validation in a folder: as JSON, and as a page with predicted beside measured figures and residuals. */
final class ValidationFiles {
    static final String JSON = "advice.json";
    static final String PAGE = "advice.html";

    private ValidationFiles() {}

    static void write(Path folder, Validation validation, Costs costs) {
        try {
            Archive.replace(
                    folder.resolve(JSON),
                    json(validation, costs).toPrettyString().getBytes(StandardCharsets.UTF_8));
            Archive.replace(folder.resolve(PAGE), page(validation, costs).getBytes(StandardCharsets.UTF_8));
        } catch (IOException refused) {
            throw new UsageException(
                    "cannot write to " + folder + " (" + refused.getMessage() + "): name another folder with --out",
                    refused);
        }
    }

    static ObjectNode json(Validation validation, Costs costs) {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.put("costs", costs.caption());
        Coverage all = validation.coverage(Optional.empty());
        ObjectNode coverage =
                tree.putObject("coverage").put("inside", all.inside()).put("figures", all.figures());
        AdviceJson.number(coverage, "low", all.low());
        AdviceJson.number(coverage, "high", all.high());
        tree.putObject("regret").put("belowGoal", validation.small()).put("known", validation.known());
        ArrayNode workloads = tree.putArray("workloads");
        for (ValidatedWorkload one : validation.workloads()) {
            ObjectNode node = workloads.addObject();
            node.put("name", one.name()).put("advised", one.advised());
            regret(node, "cpuRegret", one.cpuRegret());
            regret(node, "p99Regret", one.p99Regret());
            VerificationJson.rows(node.putArray("rows"), one.rows());
        }
        return tree;
    }

    private static void regret(ObjectNode node, String key, Optional<Figure> regret) {
        regret.ifPresent(figure -> VerificationJson.figure(node.putObject(key), figure));
    }

    static String page(Validation validation, Costs costs) {
        AdvicePage page = new AdvicePage("How good are the predictions of gearbox advise?");
        page.paragraph(costs.caption());
        // The terminal marks items of a list by asterisks.
        Validate.sentences(validation).forEach(line -> page.paragraph(line.replaceFirst("^\\* ", "")));
        List<List<String>> summary = new ArrayList<>();
        summary.add(Validate.COLUMNS.stream().map(TextColumn::title).toList());
        for (ValidatedWorkload one : validation.workloads()) {
            summary.add(Validate.row(one));
        }
        page.heading("Workloads").table(summary);
        for (ValidatedWorkload one : validation.workloads()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("engine", "", "predicted", "measured, 95 %", "error", "in the interval"));
            one.rows().forEach(row -> rows.add(Verify.row(row)));
            page.heading(one.name())
                    .paragraph(
                            "Measured divided by predicted; the line is the predicted interval, and a large dot lies outside of it.")
                    .residuals(
                            one.rows().stream().map(ValidationFiles::residual).toList())
                    .table(rows);
        }
        return page.text();
    }

    private static AdvicePage.Residual residual(TrialRow row) {
        double value = row.predicted().value();
        return new AdvicePage.Residual(
                row.engine() + " " + row.quantity().caption(),
                row.predicted().low() / value,
                row.measured().value() / value,
                row.predicted().high() / value);
    }
}
