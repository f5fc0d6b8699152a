package dev.gearbox.studies.fanoutgateway.actors;

import dev.gearbox.studies.fanoutgateway.events.EventPipeline;
import dev.gearbox.studies.fanoutgateway.events.EventsMain;
import java.util.Map;

/** The subject's JVM for actors in the job {@code event-pipeline}; see {@link EventsMain}. */
public final class ActorEventsMain {
    /** The rows of this module. */
    static final Map<String, EventPipeline.Factory> ROWS = Map.of("events-actors", ActorEvents::new);

    private ActorEventsMain() {}

    /**
     * Runs jobs.
     *
     * @param arguments those of {@link EventsMain}
     */
    public static void main(String[] arguments) {
        EventsMain.serve(arguments, ROWS);
    }
}
