package dev.gearbox.theory.simulate;

/** On which thread a request is served, and where it queues if that is busy: first come, first served. */
public sealed interface Threads {
    /** A thread for each request: none queues for a thread. Thread per connection, virtual threads. */
    record PerRequest() implements Threads {}

    /**
     * One queue for all threads: a request takes the first that is free.
     *
     * @param threads at least one
     */
    record Pool(int threads) implements Threads {
        public Pool {
            check("threads", threads);
        }
    }

    /**
     * A queue for each thread: the request of a connection waits for the thread of that connection, even if others are idle. Single selector, multi-Reactor.
     * Requests of an open loop come from a random one of many connections; users of a closed loop are assigned in turn.
     *
     * @param loops at least one
     */
    record Reactors(int loops) implements Threads {
        public Reactors {
            check("loops", loops);
        }
    }

    /**
     * A selector in front of a pool: the thread of the selector dispatches each request ({@link Overheads.Dispatch}), then the request takes the first
     * thread of the pool that is free.
     *
     * @param threads of the pool, without the selector's: at least one
     */
    record SelectorPool(int threads) implements Threads {
        public SelectorPool {
            check("threads", threads);
        }
    }

    private static void check(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " is too few: at least 1");
        }
    }
}
