package dev.gearbox.load.loop;

/** Counts open connections and pending requests of the {@link ConnectionDriver}, over all users. */
final class TrafficCounters {
    private int open;
    private int connecting;
    private int expecting;
    private int writtenOff;
    private long connects;
    private long bytes;

    /** Returns the number of open connections. */
    int open() {
        return open;
    }

    /** Returns whether an answer or a connection is pending. */
    boolean expecting() {
        return expecting + connecting > 0;
    }

    /** Returns the number of pending requests that have not timed out, and of connections being established. */
    int inFlight() {
        return expecting - writtenOff + connecting;
    }

    /** Returns a number that increases with everything that is done; long payloads count more. */
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

    /** Called when a user begins to expect an answer. */
    void expects(User user, int expectation) {
        user.expecting = expectation;
        expecting++;
    }

    /** Called when the expected answer has arrived, or never will. */
    void expectsNothing(User user) {
        user.expecting = -1;
        expecting--;
        if (user.writtenOff) {
            user.writtenOff = false;
            writtenOff--;
        }
    }

    /** Called when the expected answer has timed out: it counts as unanswered, whatever arrives later. */
    void writeOff(User user) {
        user.writtenOff = true;
        writtenOff++;
    }
}
