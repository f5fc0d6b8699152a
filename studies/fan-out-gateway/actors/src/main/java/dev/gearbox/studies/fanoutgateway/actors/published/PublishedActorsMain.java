package dev.gearbox.studies.fanoutgateway.actors.published;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.published.PublishedMain;
import dev.gearbox.studies.fanoutgateway.style.Styles;

/** The subject's JVM for the actors as published; see {@link PublishedMain}. */
public final class PublishedActorsMain {
    /** The styles of this package. */
    public static final Styles STYLES = new Styles()
            .blocking("published-actors", (client, _, composition) -> new PublishedActors(client, composition))
            .resuming(
                    "published-actors-async",
                    (client, _, composition) -> new PublishedAsyncActors(client, composition));

    private PublishedActorsMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        PublishedMain.serve(arguments, STYLES);
    }
}
