package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Users in addition to the measured ones: idle ones that only hold a connection, or heavy ones that keep the server busy. They run their script in a
 * closed loop; their answers are verified and their errors count, but their times are not part of the report's histograms. In files:
 * {@code {name: quiet, users: 10000, script: [...]}}, or, for slow peers, with {@link Portions}
 * {@code {name: slow, users: 10, portions: {receive: {bytes: 8192, every: 20ms}}, script: [...]}}.
 *
 * @param name their name in the report
 * @param users the number of users
 * @param script what each user does, repeatedly
 * @param portions how slowly it sends and reads
 */
public record Background(String name, int users, Script script, Portions portions) {
    public Background {
        check(name, users, 1);
    }

    /** Users that send and read as fast as they can. */
    public Background(String name, int users, Script script) {
        this(name, users, script, Portions.NONE);
    }

    /** Returns the same group with another number of users. */
    public Background of(int others) {
        return new Background(name, others, script, portions);
    }

    private static void check(String name, int users, int least) {
        if (name.isBlank()) {
            throw new BadPlanException("name: is empty");
        }
        if (users < least || users > Arrivals.MOST) {
            throw new BadPlanException("users: " + users + " is out of range: " + least + " to " + Arrivals.MOST);
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
        return PlanJson.read(node, where, Groups.class).present();
    }

    /** The list in files, in which a group may have no users. */
    record Groups(List<Group> groups) {
        record Group(String name, int users, Script script, Optional<Portions> portions) {
            Group {
                check(name, users, 0);
            }
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Groups {
            if (groups.stream().map(Group::name).distinct().count() < groups.size()) {
                throw new BadPlanException("two groups have the same name");
            }
        }

        List<Background> present() {
            return groups.stream()
                    .filter(group -> group.users > 0)
                    .map(group ->
                            new Background(group.name, group.users, group.script, group.portions.orElse(Portions.NONE)))
                    .toList();
        }
    }

    ObjectNode toTree() {
        ObjectNode node =
                JsonNodeFactory.instance.objectNode().put("name", name).put("users", users);
        if (!portions.equals(Portions.NONE)) {
            node.set("portions", portions.toTree());
        }
        return node.set("script", script.toTree());
    }
}
