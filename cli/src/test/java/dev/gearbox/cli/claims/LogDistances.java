package dev.gearbox.cli.claims;

import java.util.Arrays;
import java.util.Optional;

/**
 * A system of difference constraints: unknowns, of which some pairs have a distance within bounds. A solution is the mean of the largest and the smallest
 * one, which are shortest paths from and to a fixed origin (Bellman and Ford); a cycle below zero contradicts itself.
 */
final class LogDistances {
    /** The unknown whose value is 0. */
    static final int ORIGIN = 0;

    /** At most so far is {@code to} above {@code from}. */
    private final double[][] most;

    LogDistances(int unknowns) {
        most = new double[unknowns + 1][unknowns + 1];
        for (double[] row : most) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
    }

    /** The difference {@code of − from} is within these bounds. */
    void require(int of, int from, double low, double high) {
        most[from][of] = Math.min(most[from][of], high);
        most[of][from] = Math.min(most[of][from], -low);
    }

    /** Returns the values of all unknowns, the origin first; empty if there are none. */
    Optional<double[]> solved() {
        int size = most.length;
        double[][] distance = Arrays.stream(most).map(double[]::clone).toArray(double[][]::new);
        for (int i = 0; i < size; i++) {
            distance[i][i] = Math.min(0, distance[i][i]);
        }
        for (int over = 0; over < size; over++) {
            for (int from = 0; from < size; from++) {
                for (int to = 0; to < size; to++) {
                    distance[from][to] = Math.min(distance[from][to], distance[from][over] + distance[over][to]);
                }
            }
        }
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            if (distance[i][i] < -1e-12) {
                return Optional.empty();
            }
            values[i] = (distance[ORIGIN][i] - distance[i][ORIGIN]) / 2;
        }
        return Optional.of(values);
    }
}
