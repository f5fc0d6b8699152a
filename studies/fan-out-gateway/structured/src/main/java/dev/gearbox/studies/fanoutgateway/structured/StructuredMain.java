package dev.gearbox.studies.fanoutgateway.structured;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.style.Styles;

/** The subject's JVM for the style {@code structured}; see {@link GatewayMain}. */
public final class StructuredMain {
    /** The styles of this module. */
    public static final Styles STYLES =
            new Styles().blocking("structured", (client, _, composition) -> new StructuredStyle(client, composition));

    private StructuredMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, STYLES);
    }
}
