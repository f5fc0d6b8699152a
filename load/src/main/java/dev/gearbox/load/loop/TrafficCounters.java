package dev.gearbox.load.loop;

/** How much is open and under way on the {@link ConnectionDriver}, over all users. */
final class TrafficCounters {
    private int open;
    private int connecting;
    private int expecting;
    private int writtenOff;
    private long connects;
    private long bytes;

    /** How many connections are open. */
    int open() {
        return open;
    }

    /** Whether an answer or a connection is due. */
    boolean expecting() {
        return expecting + connecting > 0;
    }

    /** Requests under way that are not written off, and connections being made. */
    int inFlight() {
        return expecting - writtenOff + connecting;
    }

    /** A number that grows with all that is done, long payloads counting more. */
    long done() {
        return connects + (bytes >>> 13);
    }

    void connects() {
        connects++;
    }

    void waitsForConnect() {
        connecting++;
    }

    void connectIsOver() {
        connecting--;
    }

    void opened() {
        open++;
    }

    void closed() {
        open--;
    }

    void moved(int count) {
        bytes += count;
    }

    /** A user begins to expect an answer. */
    void expects(User user, int expectation) {
        user.expecting = expectation;
        expecting++;
    }

    /** What it expected has come, or will not. */
    void expectsNothing(User user) {
        user.expecting = -1;
        expecting--;
        if (user.writtenOff) {
            user.writtenOff = false;
            writtenOff--;
        }
    }

    /** What it expects has had its time: it counts as unanswered, whatever comes. */
    void writeOff(User user) {
        user.writtenOff = true;
        writtenOff++;
    }
}
