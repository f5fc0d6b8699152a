package dev.gearbox.lab.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The instrument of a study that a workload needs: jobs fetch from it, and servers under load call it.
 *
 * @param name its name in the study
 * @param protocol the protocol between subjects and instrument
 * @param options its command-line options
 */
public record InstrumentOptions(String name, String protocol, Map<String, String> options) {
    /** Copies the map, in its order. */
    public InstrumentOptions {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
