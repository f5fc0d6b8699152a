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
 * @param role what it is compared for; null, as in earlier files: a choice
 */
public record Arm(
        String label,
        List<String> command,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ArmBound bound,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Role role) {
    /** What an arm is compared for. */
    public enum Role {
        /** To show a bound: it does less than the task, so it is in the tables but is no answer. */
        REFERENCE
    }

    /** Creates an arm without a bound. */
    public Arm(String label, List<String> command) {
        this(label, command, null);
    }

    /** Creates an arm that is a choice. */
    public Arm(String label, List<String> command, @Nullable ArmBound bound) {
        this(label, command, bound, null);
    }

    /** Copies the list. */
    public Arm {
        command = List.copyOf(command);
    }

    /** Returns the same arm as a reference. */
    public Arm asReference() {
        return new Arm(label, command, bound, Role.REFERENCE);
    }

    /** Returns whether it is no answer to the question. */
    public boolean isReference() {
        return role == Role.REFERENCE;
    }

    /** Returns its bound, if the load exceeds it. */
    public Optional<ArmBound> exceeded() {
        return Optional.ofNullable(bound).filter(ArmBound::exceeded);
    }
}
