package dev.gearbox.stats;

/** How the error probability is spread over the looks of a run. */
public enum Spending {
    /** Nearly all at the last look (O'Brien and Fleming): the most power at the end, and only large differences are shown early. */
    LATE,
    /** In proportion to the forks: clear differences are shown early, for runs that may go on for long. */
    EVENLY
}
