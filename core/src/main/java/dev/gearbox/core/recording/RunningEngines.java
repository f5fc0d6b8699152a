package dev.gearbox.core.recording;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * The engines that {@link Engines} started and that have not ended, for flight recordings: the recorder asks for their figures once in a period.
 * Nothing of the recorder is started for that: it says when somebody else has.
 */
public final class RunningEngines implements FlightRecorderListener {
    /** With what each had counted when it was asked the last time. */
    private static final Map<Engine, EngineStats> ALL = new ConcurrentHashMap<>();

    /** Of those that are parts: what they are parts of. */
    private static final Map<Engine, Engine> WHOLES = new ConcurrentHashMap<>();

    static {
        FlightRecorder.addListener(new RunningEngines());
    }

    private RunningEngines() {}

    public static void add(Engine engine) {
        ALL.put(engine, EngineStats.NONE);
    }

    public static void belongs(Engine part, Engine whole) {
        WHOLES.put(part, whole);
    }

    public static void remove(Engine engine) {
        ALL.remove(engine);
        WHOLES.remove(engine);
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
        FlightRecorder.addPeriodicEvent(EngineStatisticsEvent.class, RunningEngines::report);
    }

    private static void report() {
        ALL.keySet().forEach(engine -> ALL.computeIfPresent(engine, RunningEngines::report));
    }

    private static EngineStats report(Engine engine, EngineStats before) {
        EngineStats now = engine.stats();
        new EngineStatisticsEvent(engine, WHOLES.get(engine), now, before).commit();
        return now;
    }
}
