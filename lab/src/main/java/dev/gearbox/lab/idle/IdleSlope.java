package dev.gearbox.lab.idle;

import java.util.List;

/**
 * What a quiet connection costs in resident memory: the slope of a least-squares line through several connection
 * counts, so that what the process needs anyway (JVM, heap, code) falls out.
 *
 * @param bytesPerConnection the slope, in bytes; 0 or less means that it drowned in noise
 * @param baseBytes what the line says of no connection at all, in bytes
 * @param standardError of the slope, in bytes; NaN for two points, through which every line is perfect
 * @param points how many were fitted
 */
public record IdleSlope(double bytesPerConnection, double baseBytes, double standardError, int points) {
    /**
     * One run.
     *
     * @param connections that stood while memory was read
     * @param residentBytes of the subject
     */
    public record Point(long connections, long residentBytes) {}

    /**
     * Fits the line.
     *
     * @throws IllegalArgumentException unless there are points of at least two different counts
     */
    public static IdleSlope fit(List<Point> points) {
        double n = points.size();
        double meanX = points.stream().mapToDouble(Point::connections).average().orElse(0);
        double meanY =
                points.stream().mapToDouble(Point::residentBytes).average().orElse(0);
        double sxx = 0;
        double sxy = 0;
        for (Point point : points) {
            sxx += (point.connections - meanX) * (point.connections - meanX);
            sxy += (point.connections - meanX) * (point.residentBytes - meanY);
        }
        if (sxx == 0) {
            throw new IllegalArgumentException("a slope needs two different numbers of connections");
        }
        double slope = sxy / sxx;
        double base = meanY - slope * meanX;
        double residuals = points.stream()
                .mapToDouble(point -> Math.pow(point.residentBytes - base - slope * point.connections, 2))
                .sum();
        double error = n > 2 ? Math.sqrt(residuals / (n - 2) / sxx) : Double.NaN;
        return new IdleSlope(slope, base, error, points.size());
    }
}
