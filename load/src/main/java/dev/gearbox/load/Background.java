package dev.gearbox.load;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Users who are there besides the measured ones: quiet ones that only hold a connection, heavy ones that keep the server busy. They run
 * their script in a closed loop; their answers are checked and their errors count, but their times stay out of the report's histograms. In
 * files: {@code {name: quiet, users: 10000, script: [...]}}.
 *
 * @param name what the report calls them
 * @param users how many
 * @param script what each does, again and again
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
     * @param where the place of the list in its file, for messages
     * @throws BadPlanException if it is no such list, or two groups have the same name
     */
    public static List<Background> listFromTree(JsonNode node, String where) {
        if (!node.isArray()) {
            throw new BadPlanException(where + ": expected a list of groups, found " + Fields.kind(node));
        }
        List<Background> groups = new ArrayList<>();
        for (JsonNode element : node) {
            String at = where + "[" + groups.size() + "]";
            Fields fields = Fields.of(element, at);
            groups.add(new Background(
                    fields.text("name"),
                    (int) fields.whole("users", 1, Arrivals.MOST),
                    Script.fromTree(fields.required("script"), fields.at("script"))));
            fields.end();
        }
        if (groups.stream().map(Background::name).distinct().count() < groups.size()) {
            throw new BadPlanException(where + ": two groups have the same name");
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
