package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The two joins of every published row: both arrays are parsed by one shared mapper, filtered by user, and matched by a loop within a loop; then comes the
 * pass over {@link BoxedNumbers}. The article made a text like HTML; here it is the overview as JSON, so that every answer can be checked.
 *
 * <p>Card: experts would index the children by their parent, and would not sort a list for its last element. A user who has nothing is no 404, but an overview
 * without records.
 */
public final class PublishedJoins {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.gateway");
    private static final JsonMapper JSON = JsonMapper.shared();

    private PublishedJoins() {}

    /** The first join: posts with their comments, as a part of the reply. */
    public static String posts(int user, byte[] posts, byte[] comments) throws GatewayFailure {
        String part = join(user, posts, comments, "postId", "comments", "name");
        checked(BoxedNumbers.FIRST, user);
        return part;
    }

    /** The second join: albums with their photos, as a part of the reply. */
    public static String albums(int user, byte[] albums, byte[] photos) throws GatewayFailure {
        String part = join(user, albums, photos, "albumId", "photos", "title");
        checked(BoxedNumbers.SECOND, user);
        return part;
    }

    /** Returns the reply with both parts. */
    public static byte[] reply(int user, String posts, String albums) {
        return ("{\"user\":" + user + ",\"posts\":" + posts + ",\"albums\":" + albums + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Waits for the four calls of a request. */
    interface Ended {
        /** Returns their futures, in the order of the services, when all have ended. */
        List<? extends Future<byte[]>> await() throws ExecutionException, InterruptedException;
    }

    /** Returns the reply from the futures of the four calls: an empty one if a call failed, which only the log says. */
    static byte[] reply(int user, Ended four) throws InterruptedException {
        try {
            List<? extends Future<byte[]>> ended = four.await();
            String first = posts(user, ended.get(0).get(), ended.get(1).get());
            String second = albums(user, ended.get(2).get(), ended.get(3).get());
            return reply(user, first, second);
        } catch (ExecutionException | GatewayFailure failed) {
            LOG.log(Level.WARNING, "answered with nothing: {0}", failed.getMessage());
            return new byte[0];
        }
    }

    private static void checked(BoxedNumbers<?> numbers, int user) {
        if (numbers.pass(user) != numbers.expected(user)) {
            throw new IllegalStateException("the shared numbers have changed");
        }
    }

    private static String join(int user, byte[] parents, byte[] children, String key, String list, String text)
            throws GatewayFailure {
        JsonNode all = read(children);
        List<ObjectNode> joined = new ArrayList<>();
        for (JsonNode parent : read(parents)) {
            if (parent.path("userId").asInt(0) == user) {
                ObjectNode entry = entry(parent, "title");
                List<ObjectNode> own = new ArrayList<>();
                for (JsonNode child : all) {
                    if (child.path(key).asInt(0) == parent.path("id").asInt(0)) {
                        own.add(entry(child, text));
                    }
                }
                entry.set(list, sorted(own));
                joined.add(entry);
            }
        }
        return JSON.writeValueAsString(sorted(joined));
    }

    private static ObjectNode entry(JsonNode of, String text) {
        ObjectNode entry = JSON.createObjectNode();
        entry.set("id", of.path("id"));
        entry.set(text, of.path(text));
        return entry;
    }

    private static ArrayNode sorted(List<ObjectNode> entries) {
        entries.sort(Comparator.comparingInt(entry -> entry.path("id").asInt(0)));
        return JSON.createArrayNode().addAll(entries);
    }

    private static JsonNode read(byte[] json) throws GatewayFailure {
        try {
            return JSON.readTree(json);
        } catch (JacksonException invalid) {
            throw GatewayFailure.badGateway("a service answered with invalid JSON", invalid);
        }
    }
}
