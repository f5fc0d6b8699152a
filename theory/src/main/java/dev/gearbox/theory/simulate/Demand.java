package dev.gearbox.theory.simulate;

/** When requests come. */
public sealed interface Demand {
    /**
     * An open loop: independent users, whose requests come at random and do not wait for answers. More requests than the server can do queue without limit.
     * A connection answers its requests in order: one that comes before the last one is answered waits for it, whatever threads are idle.
     *
     * @param rate per second
     * @param connections on which the requests come, each on a random one: at least one
     */
    record Open(double rate, int connections) implements Demand {
        public Open {
            if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("rate: " + rate + "/s is out of range: above 0, and finite");
            }
            if (connections < 1) {
                throw new IllegalArgumentException("connections: " + connections + " is too few: at least 1");
            }
        }

        /** An open loop with so many connections that no request comes on one that is in use. */
        public Open(double rate) {
            this(rate, Integer.MAX_VALUE);
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
