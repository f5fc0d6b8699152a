package dev.gearbox.evidence.claim;

import java.util.Locale;

/**
 * The verdict on a claim, ordered by how strongly it contradicts the claim as a whole. A claim states all of its parts, so one that was shown to be wrong, or
 * to make no difference, decides it, whatever is open.
 */
public enum ClaimVerdict {
    /** The opposite was shown, or a size that the literature states lies outside the interval. */
    REFUTED,
    /** A difference was claimed, and the measured one is within the margin. */
    NO_DIFFERENCE,
    /** This machine lacks a required resource, which is named. */
    NOT_MEASURABLE_HERE,
    /** Neither the statement nor its opposite was shown; or it was not measured, or the run was invalid. */
    INCONCLUSIVE,
    /** Shown as stated. */
    HOLDS,
    /** The parameters of the load decide it, whatever is measured: no finding, so that a fair variant decides the claim. */
    BY_ARITHMETIC;

    /** Returns whether the evidence supports or contradicts the claim. */
    public boolean decided() {
        return this == REFUTED || this == NO_DIFFERENCE || this == HOLDS;
    }

    /** Returns the text for users: "no difference". */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
