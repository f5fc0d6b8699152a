package dev.gearbox.theory.simulate;

/** When requests come. */
public sealed interface Demand {
    /**
     * An open loop: independent users, whose requests come at random and do not wait for answers. More requests than the server can do queue without limit.
     *
     * @param rate per second
     */
    record Open(double rate) implements Demand {
        public Open {
            if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("rate: " + rate + "/s is out of range: above 0, and finite");
            }
        }
    }

    /**
     * A closed loop: each user sends a request, waits for its answer, and pauses. All begin with a pause.
     *
     * @param users at least one
     * @param pause from an answer to the next request
     */
    record Closed(int users, RandomTime pause) implements Demand {
        public Closed {
            if (users < 1) {
                throw new IllegalArgumentException("users: " + users + " is too few: at least 1");
            }
        }
    }
}
