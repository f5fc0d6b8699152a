package dev.gearbox.studies.fanoutgateway.actors.published;

import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.published.PublishedJoins;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The event of a request, which is the message between all actors, and which all change: that is what the article did and experts object to. A message says
 * that a part is there; its receiver may already see later parts.
 */
final class PublishedEvent {
    private final int user;
    private final Runnable progress;
    private final CompletableFuture<byte[]> reply = new CompletableFuture<>();
    private final Map<String, byte[]> answers = new ConcurrentHashMap<>();
    private volatile @Nullable String first;
    private volatile @Nullable String second;

    /** @param progress called after each call, and by {@link #joined} */
    PublishedEvent(int user, Runnable progress) {
        this.user = user;
        this.progress = progress;
    }

    /** Takes the answer of a call. */
    void put(String service, byte[] answer) {
        answers.put(service, answer);
        progress.run();
    }

    boolean has(String service, String other) {
        return answers.containsKey(service) && answers.containsKey(other);
    }

    void joinFirst() throws GatewayFailure {
        first = PublishedJoins.posts(user, answer("posts"), answer("comments"));
    }

    void joinSecond() throws GatewayFailure {
        second = PublishedJoins.albums(user, answer("albums"), answer("photos"));
    }

    /** Tells those who wait that both joins have ended. */
    void joined() {
        progress.run();
    }

    /** Completes the reply if both joins have ended. */
    void resume() {
        String posts = first;
        String albums = second;
        if (posts != null && albums != null) {
            reply.complete(PublishedJoins.reply(user, posts, albums));
        }
    }

    CompletableFuture<byte[]> reply() {
        return reply;
    }

    private byte[] answer(String service) {
        return Objects.requireNonNull(answers.get(service), service);
    }
}
