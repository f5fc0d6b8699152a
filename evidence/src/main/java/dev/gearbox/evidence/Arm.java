package dev.gearbox.evidence;

import java.util.List;

/**
 * One of the programs compared.
 *
 * @param label its name in tables; unique within an experiment
 * @param command how it was started, without machine-specific parts
 */
public record Arm(String label, List<String> command) {
    /** Copies the list. */
    public Arm {
        command = List.copyOf(command);
    }
}
