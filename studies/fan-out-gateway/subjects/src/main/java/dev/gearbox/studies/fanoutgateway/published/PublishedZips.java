package dev.gearbox.studies.fanoutgateway.published;

import io.reactivex.rxjava3.core.Single;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The three zips of the article's RxJava: two of calls, which join, and one of their results. A join runs on the thread that delivers the last of its two
 * answers.
 */
final class PublishedZips {
    private PublishedZips() {}

    /**
     * Subscribes to the four calls.
     *
     * @param call a single one, by service
     * @return the reply; if anything fails, the text "Error"
     */
    static CompletableFuture<byte[]> reply(int user, Function<String, Single<byte[]>> call) {
        Single<String> first = Single.zip(
                call.apply("posts"),
                call.apply("comments"),
                (posts, comments) -> PublishedJoins.posts(user, posts, comments));
        Single<String> second = Single.zip(
                call.apply("albums"),
                call.apply("photos"),
                (albums, photos) -> PublishedJoins.albums(user, albums, photos));
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        var _ = Single.zip(first, second, (posts, albums) -> PublishedJoins.reply(user, posts, albums))
                .subscribe(reply::complete, _ -> reply.complete("Error".getBytes(StandardCharsets.UTF_8)));
        return reply;
    }
}
