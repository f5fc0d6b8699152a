package dev.gearbox.evidence;

import java.util.List;

/**
 * One of the things compared.
 *
 * @param label what tables call it; unique within an experiment
 * @param command how it was started, without what belongs to one machine only
 */
public record Arm(String label, List<String> command) {
    /** Copies the list. */
    public Arm {
        command = List.copyOf(command);
    }
}
