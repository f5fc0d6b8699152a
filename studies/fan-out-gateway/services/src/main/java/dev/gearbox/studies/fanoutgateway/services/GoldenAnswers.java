package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.subject.SubjectConsole;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The right answer of a gateway for each user, made from the {@link Catalog} itself, without JSON in between and without the joins of any gateway:
 *
 * <pre>
 *   {"user":7,"posts":[{"id":61,"title":"...","comments":[{"id":301,"name":"..."},...]},...],
 *             "albums":[{"id":61,"title":"...","photos":[{"id":3001,"title":"..."},...]},...]}
 * </pre>
 *
 * in UTF-8, without white space between tokens; posts, albums and what they hold in order of their ids.
 */
public final class GoldenAnswers {
    private final List<byte[]> overviews;

    private GoldenAnswers(List<byte[]> overviews) {
        this.overviews = overviews;
    }

    /** Makes the answers for all users. */
    public static GoldenAnswers of(Catalog catalog) {
        return new GoldenAnswers(IntStream.rangeClosed(1, Catalog.USERS)
                .mapToObj(user -> SubjectConsole.json(overview(catalog, user)).getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private static Map<String, Object> overview(Catalog catalog, int user) {
        List<Map<String, Object>> posts = catalog.posts().stream()
                .filter(post -> post.userId() == user)
                .map(post -> {
                    List<Map<String, Object>> comments = catalog.comments().stream()
                            .filter(comment -> comment.postId() == post.id())
                            .map(comment -> fields("id", comment.id(), "name", comment.name()))
                            .toList();
                    return fields("id", post.id(), "title", post.title(), "comments", comments);
                })
                .toList();
        List<Map<String, Object>> albums = catalog.albums().stream()
                .filter(album -> album.userId() == user)
                .map(album -> {
                    List<Map<String, Object>> photos = catalog.photos().stream()
                            .filter(photo -> photo.albumId() == album.id())
                            .map(photo -> fields("id", photo.id(), "title", photo.title()))
                            .toList();
                    return fields("id", album.id(), "title", album.title(), "photos", photos);
                })
                .toList();
        return fields("user", user, "posts", posts, "albums", albums);
    }

    private static Map<String, Object> fields(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return fields;
    }

    /**
     * Returns the body of {@code GET /users/{user}/overview}.
     *
     * @param user from 1 to {@link Catalog#USERS}
     */
    public byte[] overview(int user) {
        return overviews.get(user - 1).clone();
    }
}
