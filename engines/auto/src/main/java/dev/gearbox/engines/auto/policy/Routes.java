package dev.gearbox.engines.auto.policy;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which engine stands for which place. Where it is the one where connections start there is nothing to be gained by a shift, and the place is closed.
 *
 * @param start its spec, as those of the others
 * @param blocking where callbacks may wait
 * @param computing where callbacks may compute
 * @param large where much is carried in each wake-up
 */
public record Routes(String start, String blocking, String computing, String large) {
    /** The engine of a place. */
    public String spec(PartRole place) {
        return switch (place) {
            case START -> start;
            case BLOCKING -> blocking;
            case COMPUTING -> computing;
            case LARGE -> large;
        };
    }

    /** All engines that there are, each once, the start first. */
    public List<String> specs() {
        return Stream.of(start, blocking, computing, large).distinct().toList();
    }

    /** Whether there is such a place besides the start. */
    public boolean leadTo(PartRole place) {
        return !spec(place).equals(start);
    }
}
