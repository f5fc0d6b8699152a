package dev.gearbox.protocols;

/**
 * What an {@link Offload} has counted since it was created. A turn is one visit of a worker to a connection: it runs the callbacks that have become due. The
 * figures are read while the workers go on, so they may not be of the same instant.
 *
 * @param sessions open now
 * @param waiting turns that wait for a worker now
 * @param turns that have begun
 * @param waitNanos time that these turns had waited for a worker, in total
 */
public record OffloadStats(long sessions, long waiting, long turns, long waitNanos) {}
