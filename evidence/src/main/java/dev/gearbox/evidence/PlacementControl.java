package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;

/**
 * What an A/A comparison in a placement has shown: two copies of one program, measured there like any two arms. Where subject and load share cores, times and
 * rates have a verdict only if it passed. Made by {@code gearbox check --cores}.
 *
 * @param passed whether times of equal arms were measured, and those that are known were equal
 * @param unknown the metrics, by their keys, whose intervals were too wide to say so
 * @param seen the figures
 */
public record PlacementControl(
        boolean passed,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<String> unknown,

        String seen) {
    /** Copies the list. */
    public PlacementControl {
        unknown = List.copyOf(unknown);
    }

    /** A control in which all times were known. */
    public PlacementControl(boolean passed, String seen) {
        this(passed, List.of(), seen);
    }
}
