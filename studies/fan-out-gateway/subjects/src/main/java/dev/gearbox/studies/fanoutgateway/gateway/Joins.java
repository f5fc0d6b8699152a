package dev.gearbox.studies.fanoutgateway.gateway;

import dev.gearbox.studies.fanoutgateway.gateway.Overview.AlbumEntry;
import dev.gearbox.studies.fanoutgateway.gateway.Overview.CommentEntry;
import dev.gearbox.studies.fanoutgateway.gateway.Overview.PhotoEntry;
import dev.gearbox.studies.fanoutgateway.gateway.Overview.PostEntry;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The work of a request between the last call and the answer, the same for every style: posts with their comments, albums with their photos, and the
 * text of both. It blocks nothing, and takes about as long as photos are many: the style decides on which thread.
 */
public final class Joins {
    /** Its buffers are pooled without thread-locals, which a virtual thread would use once and throw away. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
            .build();

    /** The services that a request calls, in the order in which a style that calls one after another calls them. */
    public static final List<String> SERVICES = List.of("posts", "comments", "albums", "photos");

    private Joins() {}

    private record Post(int userId, int id, String title) {}

    private record Comment(int postId, int id, String name) {}

    private record Album(int userId, int id, String title) {}

    private record Photo(int albumId, int id, String title) {}

    /**
     * Returns the overview as JSON.
     *
     * @param answers of {@link #SERVICES}, in that order
     * @throws GatewayFailure 502 if one is not JSON of that shape; 404 if the user has nothing at all
     */
    public static byte[] overview(int user, List<byte[]> answers) throws GatewayFailure {
        List<PostEntry> written = posts(user, answers.get(0), answers.get(1));
        List<AlbumEntry> collected = albums(user, answers.get(2), answers.get(3));
        if (written.isEmpty() && collected.isEmpty()) {
            throw GatewayFailure.unknownUser(user);
        }
        return JSON.writeValueAsBytes(new Overview(user, written, collected));
    }

    private static List<PostEntry> posts(int user, byte[] posts, byte[] comments) throws GatewayFailure {
        Map<Integer, List<CommentEntry>> byPost = children(
                read("comments", comments, Comment[].class),
                Comment::postId,
                comment -> new CommentEntry(comment.id(), comment.name()),
                Comparator.comparingInt(CommentEntry::id));
        return read("posts", posts, Post[].class)
                .filter(post -> post.userId() == user)
                .sorted(Comparator.comparingInt(Post::id))
                .map(post -> new PostEntry(post.id(), post.title(), byPost.getOrDefault(post.id(), List.of())))
                .toList();
    }

    private static List<AlbumEntry> albums(int user, byte[] albums, byte[] photos) throws GatewayFailure {
        Map<Integer, List<PhotoEntry>> byAlbum = children(
                read("photos", photos, Photo[].class),
                Photo::albumId,
                photo -> new PhotoEntry(photo.id(), photo.title()),
                Comparator.comparingInt(PhotoEntry::id));
        return read("albums", albums, Album[].class)
                .filter(album -> album.userId() == user)
                .sorted(Comparator.comparingInt(Album::id))
                .map(album -> new AlbumEntry(album.id(), album.title(), byAlbum.getOrDefault(album.id(), List.of())))
                .toList();
    }

    private static <T, E> Map<Integer, List<E>> children(
            Stream<T> all, Function<T, Integer> parent, Function<T, E> entry, Comparator<E> order) {
        return all.collect(Collectors.groupingBy(
                parent,
                Collectors.mapping(
                        entry,
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                list -> list.stream().sorted(order).toList()))));
    }

    private static <T> Stream<T> read(String service, byte[] json, Class<T[]> type) throws GatewayFailure {
        try {
            return Arrays.stream(JSON.readValue(json, type));
        } catch (JacksonException invalid) {
            throw GatewayFailure.badGateway("the service " + service + " answered with invalid JSON", invalid);
        }
    }
}
