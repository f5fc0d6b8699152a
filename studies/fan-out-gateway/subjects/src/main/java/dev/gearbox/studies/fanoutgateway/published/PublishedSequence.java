package dev.gearbox.studies.fanoutgateway.published;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;

/**
 * The article's first row: one call after another, then both joins, on the thread of the request.
 *
 * <pre>
 *   request's thread   |- posts -|- comments -|- albums -|- photos -|- join 1 -|- join 2 -|
 * </pre>
 *
 * Card: experts object that no call has a time-out, so that a silent service holds a thread of the server forever. When a call fails, those after it are not
 * made, and the request fails; which status the article's gateway gave is not in the text.
 */
final class PublishedSequence implements BlockingStyle {
    private final PublishedCalls calls;

    PublishedSequence(BlockingClient client, Composition composition) {
        calls = new PublishedCalls(client, composition);
    }

    @Override
    public String name() {
        return "published-sequential";
    }

    @Override
    public RequestThreads requestThreads() {
        return RequestThreads.POOLED;
    }

    @Override
    public byte[] overview(int user, ReplyDeadline deadline) throws GatewayFailure, InterruptedException {
        byte[] posts = calls.get("posts");
        byte[] comments = calls.get("comments");
        byte[] albums = calls.get("albums");
        byte[] photos = calls.get("photos");
        String first = PublishedJoins.posts(user, posts, comments);
        String second = PublishedJoins.albums(user, albums, photos);
        return PublishedJoins.reply(user, first, second);
    }
}
