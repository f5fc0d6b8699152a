package dev.gearbox.engines.auto.policy;

import java.util.List;
import java.util.stream.Stream;

/**
 * The engine of each role. If it is the one where connections start, a shift gains nothing, and the role is not used.
 *
 * @param start spec of the engine where connections start
 * @param blocking spec of the engine where callbacks may wait
 * @param computing spec of the engine where callbacks may compute
 * @param large spec of the engine for large transfers in each wake-up
 */
public record Routes(String start, String blocking, String computing, String large) {
    /** Returns the engine of a role. */
    public String spec(PartRole place) {
        return switch (place) {
            case START -> start;
            case BLOCKING -> blocking;
            case COMPUTING -> computing;
            case LARGE -> large;
        };
    }

    /** Returns all engines, each once, the start first. */
    public List<String> specs() {
        return Stream.of(start, blocking, computing, large).distinct().toList();
    }

    /** Returns whether the role has an engine other than the start. */
    public boolean leadTo(PartRole place) {
        return !spec(place).equals(start);
    }
}
