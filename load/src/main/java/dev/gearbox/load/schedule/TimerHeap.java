package dev.gearbox.load.schedule;

import java.util.Arrays;

/**
 * One timer for each of n users, ordered by time: a binary heap of indices in plain arrays. Setting and cancelling take O(log n) and do not allocate.
 * Times are compared by difference, as {@link System#nanoTime} asks for.
 */
public final class TimerHeap {
    private final long[] times;
    private final int[] heap;
    private final int[] places;
    private int size;

    public TimerHeap(int users) {
        times = new long[users];
        heap = new int[users];
        places = new int[users];
        Arrays.fill(places, -1);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(int user) {
        return places[user] >= 0;
    }

    /** Returns the user with the earliest time; must not be empty. */
    public int first() {
        return heap[0];
    }

    /** Returns the earliest time; must not be empty. */
    public long firstTime() {
        return times[heap[0]];
    }

    /** Sets or moves the timer of a user. */
    public void set(int user, long time) {
        int place = places[user];
        if (place < 0) {
            place = size++;
            times[user] = time;
            up(place, user);
        } else {
            times[user] = time;
            up(place, user);
            down(places[user], user);
        }
    }

    /** Cancels the timer of a user, if it has one. */
    public void cancel(int user) {
        int place = places[user];
        if (place < 0) {
            return;
        }
        places[user] = -1;
        int last = heap[--size];
        if (last != user) {
            up(place, last);
            down(places[last], last);
        }
    }

    private void up(int from, int user) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            int other = heap[parent];
            if (times[user] - times[other] >= 0) {
                break;
            }
            put(place, other);
            place = parent;
        }
        put(place, user);
    }

    private void down(int from, int user) {
        int place = from;
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && times[heap[child + 1]] - times[heap[child]] < 0) {
                child++;
            }
            if (times[heap[child]] - times[user] >= 0) {
                break;
            }
            put(place, heap[child]);
            place = child;
        }
        put(place, user);
    }

    private void put(int place, int user) {
        heap[place] = user;
        places[user] = place;
    }
}
