package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One of the programs compared.
 *
 * @param label its name in tables; unique within an experiment
 * @param command how it was started, without machine-specific parts
 * @param bound what follows from its pools and waits; null: nothing was computed
 */
public record Arm(
        String label,
        List<String> command,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ArmBound bound) {
    /** Creates an arm without a bound. */
    public Arm(String label, List<String> command) {
        this(label, command, null);
    }

    /** Copies the list. */
    public Arm {
        command = List.copyOf(command);
    }

    /** Returns its bound, if the load exceeds it. */
    public Optional<ArmBound> exceeded() {
        return Optional.ofNullable(bound).filter(ArmBound::exceeded);
    }
}
