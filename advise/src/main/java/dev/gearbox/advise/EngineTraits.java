package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Range;

/**
 * An engine as the predictions see it.
 *
 * @param name the engine's name
 * @param spec what to start, with {@code {cores}}, {@code {connections}} and {@code {threads}} in place of numbers
 * @param arrangement of its threads
 * @param io its processor time for I/O, as a multiple of the same arrangement with the JDK's selector or blocking sockets
 * @param from where the multiple comes from
 */
record EngineTraits(String name, String spec, Arrangement arrangement, Range io, String from) {}
