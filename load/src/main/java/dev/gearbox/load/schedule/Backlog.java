package dev.gearbox.load.schedule;

import java.util.Arrays;

/**
 * Arrivals that wait for a busy connection, in one FIFO queue for each connection. An entry is the intended time, since the wait is part of the response.
 * All queues share one pool of nodes, which grows when the backlog does and is reused otherwise.
 */
public final class Backlog {
    private static final int NONE = -1;

    /** Room for about a second of a busy schedule: growing would cost time just when the loop is busiest. */
    private static final int FIRST = 1 << 14;

    private final int[] heads;
    private final int[] tails;
    private long[] times = new long[FIRST];
    private int[] nexts = new int[FIRST];
    private int free = NONE;
    private int used;
    private int size;

    public Backlog(int queues) {
        heads = new int[queues];
        tails = new int[queues];
        Arrays.fill(heads, NONE);
        Arrays.fill(tails, NONE);
    }

    /** Returns the number of arrivals in all queues. */
    public int size() {
        return size;
    }

    public boolean isEmpty(int queue) {
        return heads[queue] == NONE;
    }

    public void add(int queue, long intended) {
        int node = free;
        if (node == NONE) {
            if (used == times.length) {
                times = Arrays.copyOf(times, 2 * used);
                nexts = Arrays.copyOf(nexts, 2 * used);
            }
            node = used++;
        } else {
            free = nexts[node];
        }
        times[node] = intended;
        nexts[node] = NONE;
        if (tails[queue] == NONE) {
            heads[queue] = node;
        } else {
            nexts[tails[queue]] = node;
        }
        tails[queue] = node;
        size++;
    }

    /** Removes the oldest arrival of a non-empty queue. */
    public long take(int queue) {
        int node = heads[queue];
        heads[queue] = nexts[node];
        if (heads[queue] == NONE) {
            tails[queue] = NONE;
        }
        nexts[node] = free;
        free = node;
        size--;
        return times[node];
    }
}
