package dev.gearbox.evidence;

/** Which forks the spread of a comparison is estimated from. */
public enum Spread {
    /** Those of the two arms alone, so that an arm that scatters more than others affects only its own comparisons. */
    EACH,
    /** Those of all arms: few forks then suffice for many arms, if these scatter about alike. */
    POOLED
}
