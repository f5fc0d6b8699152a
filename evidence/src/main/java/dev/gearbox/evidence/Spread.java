package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonAlias;

/** Which forks the spread of a comparison is estimated from. */
public enum Spread {
    /** Those of the two arms alone, so that an arm that scatters more than others affects only its own comparisons. */
    EACH,
    /**
     * Those of the two arms, and with them those of all arms as far as these scatter alike ({@link dev.gearbox.stats.ModeratedVariance}): few forks then
     * suffice for many arms. Results of tours until November 2026 have another name for it, because they had one spread for all arms.
     */
    @JsonAlias("POOLED")
    MODERATED
}
