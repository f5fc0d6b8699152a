package dev.gearbox.theory.simulate;

/** A request under way, as an event: ordered by the time at which something happens to it. */
final class SimulatedRequest implements Comparable<SimulatedRequest> {
    /** What it does now, or will do when its event comes. */
    enum Phase {
        PAUSE,
        DISPATCH,
        BEFORE,
        WAIT,
        AFTER
    }

    /** The user, or the connection: which thread of its own it has. */
    final int origin;

    Phase phase = Phase.PAUSE;
    double arrived;
    double wait;
    double after;
    double before;
    /** The thread, or the group of equal threads, that it needs now. */
    int queue;
    /** Its thread is waking up, and needs no core yet. */
    boolean waking;
    /** It was there when the last answer of its connection was sent. */
    boolean follows;
    /** What is left to compute in this phase. */
    double left;
    /** The part of it that it computes now. */
    double slice;
    /** When its event comes; requests of the same time come in the order of scheduling. */
    double due;

    long order;

    SimulatedRequest(int origin) {
        this.origin = origin;
    }

    @Override
    public int compareTo(SimulatedRequest other) {
        int byTime = Double.compare(due, other.due);
        return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
}
