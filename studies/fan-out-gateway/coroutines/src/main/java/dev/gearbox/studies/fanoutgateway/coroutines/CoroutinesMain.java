package dev.gearbox.studies.fanoutgateway.coroutines;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.style.Styles;

/** The subject's JVM for the style {@code coroutines}; see {@link GatewayMain}. */
public final class CoroutinesMain {
    /** The styles of this module. */
    public static final Styles STYLES = new Styles().async("coroutines", CoroutinesStyle::new);

    private CoroutinesMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, STYLES);
    }
}
