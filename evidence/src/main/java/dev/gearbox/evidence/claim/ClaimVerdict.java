package dev.gearbox.evidence.claim;

import java.util.Locale;

/** What became of a claim. In order of how much it says against the claim as a whole. */
public enum ClaimVerdict {
    /** The opposite was shown, or a size that the literature states lies outside the interval. */
    REFUTED,
    /** It takes something that this machine does not have; what, is named. */
    NOT_MEASURABLE_HERE,
    /** Neither the statement nor its opposite was shown; or it was not measured, or the run was invalid. */
    INCONCLUSIVE,
    /** A difference was claimed, and what there is is within the margin. */
    NO_DIFFERENCE,
    /** Shown as stated. */
    HOLDS;

    /** As people read it: "no difference". */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
