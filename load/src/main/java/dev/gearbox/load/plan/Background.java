package dev.gearbox.load.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Users in addition to the measured ones: idle ones that only hold a connection, or heavy ones that keep the server busy. They run their script in a
 * closed loop; their answers are verified and their errors count, but their times are not part of the report's histograms. In files:
 * {@code {name: quiet, users: 10000, script: [...]}}.
 *
 * @param name their name in the report
 * @param users the number of users
 * @param script what each user does, repeatedly
 */
public record Background(String name, int users, Script script) {
    public Background {
        if (name.isBlank()) {
            throw new BadPlanException("background: a group without a name");
        }
        if (users < 1 || users > Arrivals.MOST) {
            throw new BadPlanException("background: users: " + users + " is out of range: 1 to " + Arrivals.MOST);
        }
    }

    /**
     * Reads a list of groups, from YAML or JSON.
     *
     * <p>A group with zero users is left out, which gives the load without it for comparison.
     *
     * @param where the position of the list in its file, for messages
     * @throws BadPlanException if it is not such a list, or two groups have the same name
     */
    public static List<Background> listFromTree(JsonNode node, String where) {
        if (!node.isArray()) {
            throw new BadPlanException(where + ": expected a list of groups, found " + PlanFields.kind(node));
        }
        List<Background> groups = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int index = 0; index < node.size(); index++) {
            PlanFields fields = PlanFields.of(node.get(index), where + "[" + index + "]");
            String name = fields.text("name");
            int users = (int) fields.integer("users", 0, Arrivals.MOST);
            Script script = Script.fromTree(fields.required("script"), fields.at("script"));
            fields.end();
            if (!names.add(name)) {
                throw new BadPlanException(where + ": two groups have the same name");
            }
            if (users > 0) {
                groups.add(new Background(name, users, script));
            }
        }
        return groups;
    }

    ObjectNode toTree() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("users", users)
                .set("script", script.toTree());
    }
}
