package dev.gearbox.cli.decisions;

import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The decisions in an experiment, as JSON for programs. */
final class DecisionJson {
    private DecisionJson() {}

    static ObjectNode of(DecisionReport story) {
        ObjectNode root = root(story);
        ArrayNode decisions = root.putArray("decisions");
        for (DecisionTrace trail : story.trails()) {
            for (int index = 0; index < trail.steps().size(); index++) {
                DecisionTrace.TraceStep step = trail.steps().get(index);
                decision(decisions, trail, step.decision())
                        .put("micros", step.micros())
                        .put("refusal", step.refusal())
                        .put("outcome", DecisionReport.outcome(trail.steps(), index));
            }
        }
        return root;
    }

    static ObjectNode replayed(DecisionReport story, UnaryOperator<Policy> other) {
        ObjectNode root = root(story);
        ArrayNode decisions = root.putArray("replayed");
        story.trails()
                .forEach(trail ->
                        DecisionReport.replayed(trail, other).forEach(decided -> decision(decisions, trail, decided)));
        ArrayNode regrets = root.putArray("regret");
        for (CostOfChoice regret : story.regrets()) {
            ObjectNode node = regrets.addObject()
                    .put("engine", regret.arm())
                    .put("metric", regret.metric().name())
                    .put("best", regret.best())
                    .put("ratio", regret.ratio().value());
            // JSON has no infinity: without an interval there are no bounds.
            if (regret.ratio().bounded()) {
                node.put("low", regret.ratio().low()).put("high", regret.ratio().high());
            }
        }
        return root;
    }

    private static ObjectNode root(DecisionReport story) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("experiment", story.evidence().experiment().title());
        return root;
    }

    private static ObjectNode decision(ArrayNode all, DecisionTrace trail, ShiftDecision decision) {
        ObjectNode node = all.addObject();
        node.put("fork", trail.fork()).put("engine", trail.engine());
        node.setAll((ObjectNode) JsonMapper.shared().valueToTree(decision));
        return node;
    }
}
