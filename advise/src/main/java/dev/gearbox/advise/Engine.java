package dev.gearbox.advise;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gearbox.advise.calibration.Range;

/**
 * An engine as the predictions see it.
 *
 * @param name the engine's name
 * @param spec what to start, with {@code {cores}}, {@code {connections}} and {@code {threads}} in place of numbers
 * @param arrangement of its threads
 * @param io its processor time for I/O, as a multiple of the same arrangement with the JDK's selector or blocking sockets
 * @param style of the code that the application writes: in one group of equal engines the simpler one comes first
 * @param from where the multiple comes from
 */
record Engine(String name, String spec, Arrangement arrangement, Range io, Style style, String from) {
    /** How the application's code has to be written. */
    enum Style {
        @JsonProperty("blocking")
        BLOCKING,
        @JsonProperty("callbacks")
        CALLBACKS
    }
}
