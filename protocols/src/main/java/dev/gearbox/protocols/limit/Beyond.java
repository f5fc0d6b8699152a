package dev.gearbox.protocols.limit;

/** What happens to a connection beyond the most of a {@link ConnectionLimit}. */
public enum Beyond {
    /** It is {@linkplain dev.gearbox.core.Connection#abort() reset}. */
    REFUSE,
    /**
     * It stays open, unread and without a session, until another one has ended; first come, first served. As many may wait as are served; more are reset. A
     * client that gives up while it waits is noticed when its turn comes.
     */
    WAIT,
    /** It is served, and of the others the one that has received nothing for the longest time is closed, as {@link dev.gearbox.core.Connection#close} does. */
    DROP_IDLE
}
