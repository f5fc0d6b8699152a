package dev.gearbox.lab;

import java.util.List;

/**
 * Why a trial has no result.
 *
 * @param cause in a sentence
 * @param log the last lines that the child to blame printed
 */
public record Failure(String cause, List<String> log) {
    /** Copies the list. */
    public Failure {
        log = List.copyOf(log);
    }
}
