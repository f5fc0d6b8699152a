package dev.gearbox.core.recording;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * The running engines that {@link Engines} started, for flight recordings: the recorder asks for their figures once per period. Registering them does not start
 * the recorder; it calls back only once another part of the program has started it.
 */
public final class RunningEngines implements FlightRecorderListener {
    /** With the counts of each at the previous period. */
    private static final Map<Engine, EngineStats> ALL = new ConcurrentHashMap<>();

    /** For engines that are parts: the engine that they are a part of. */
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
