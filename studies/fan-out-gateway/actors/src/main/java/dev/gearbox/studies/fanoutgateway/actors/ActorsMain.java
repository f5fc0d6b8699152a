package dev.gearbox.studies.fanoutgateway.actors;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.style.Styles;

/** The subject's JVM for the styles {@code actors} and {@code actors-async}; see {@link GatewayMain}. */
public final class ActorsMain {
    /** The styles of this module. */
    public static final Styles STYLES =
            new Styles().blocking("actors", WaitingActorsStyle::new).async("actors-async", AsyncActorsStyle::new);

    private ActorsMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, STYLES);
    }
}
