package dev.gearbox.lab.fork;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Another program that comes and goes: it uses a core for some time, and then nothing for a while, both exponentially distributed. */
public final class Thief {
    private static final double SECONDS = 6;

    private final Random random;
    private final double stays;
    private final double absent;
    private double until;
    private boolean there;
    private final List<double[]> visits = new ArrayList<>();

    /** @param busy the share of the time in which it is there, 0 to below 1 */
    public Thief(double busy, long seed) {
        this(busy, SECONDS, seed);
    }

    /** @param stays how long it stays, on average, in seconds */
    Thief(double busy, double stays, long seed) {
        this.stays = stays;
        random = new Random(seed);
        absent = busy == 0 ? Double.POSITIVE_INFINITY : stays * (1 - busy) / busy;
        there = random.nextDouble() < busy;
        until = length();
        if (there) {
            visits.add(new double[] {0, until});
        }
    }

    private double length() {
        return (there ? stays : absent) * -Math.log(1 - random.nextDouble());
    }

    /** Returns the share of a time in which it is there. Times never go back by more than a slice. */
    public double share(double from, double to) {
        while (until < to) {
            there = !there;
            double begin = until;
            until += length();
            if (there) {
                visits.add(new double[] {begin, until});
            }
        }
        double busy = 0;
        for (double[] visit : visits) {
            busy += Math.max(0, Math.min(to, visit[1]) - Math.max(from, visit[0]));
        }
        visits.removeIf(visit -> visit[1] < from);
        return busy / (to - from);
    }
}
