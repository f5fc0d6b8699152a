package dev.gearbox.theory;

import java.util.Arrays;

/**
 * Non-linear least squares for a few parameters, by the method of Levenberg (1944) and Marquardt (1963): steps between Gauss's and steepest descent, scaled
 * by the sensitivity of each parameter, so that their units do not matter.
 *
 * <p>Hipparchus has the same method; for three parameters its two megabytes, without module names, cost more than this file.
 */
final class LeastSquares {
    /** A function of the parameters and one variable. */
    interface Model {
        /** Returns the value, and sets its derivative by each parameter. */
        double at(double[] parameters, double x, double[] gradient);
    }

    private static final int MOST_STEPS = 1000;
    private static final double SMALLEST_STEP = 1e-12;
    private static final double LARGEST_DAMPING = 1e15;

    private final Model model;
    private final double[] x;
    private final double[] y;
    private final boolean[] free;
    private final int count;
    private double[] parameters;
    private double squares;

    private LeastSquares(Model model, double[] x, double[] y, double[] start, boolean[] free) {
        this.model = model;
        this.x = x;
        this.y = y;
        this.free = free;
        count = free.length;
        parameters = start.clone();
        squares = squares(parameters);
    }

    /**
     * Minimises the sum of squared differences.
     *
     * @param start where to begin, and the value of parameters that are not free
     * @throws ArithmeticException if it does not converge
     */
    static LeastSquares fit(Model model, double[] x, double[] y, double[] start, boolean... free) {
        LeastSquares fit = new LeastSquares(model, x, y, start, free);
        fit.minimise();
        return fit;
    }

    private void minimise() {
        double damping = 1e-3;
        for (int step = 0; step < MOST_STEPS; step++) {
            double[][] normal = normal();
            double[] move = solve(damped(normal, damping), descent());
            double[] next = parameters.clone();
            double moved = 0;
            for (int i = 0; i < count; i++) {
                next[i] += move[i];
                moved = Math.max(moved, Math.abs(move[i]) * Math.sqrt(normal[i][i]));
            }
            double reached = squares(next);
            // The change of the fitted values, against these themselves: in the unit of y, whatever the parameters are.
            boolean settled = moved <= SMALLEST_STEP * scale();
            if (reached <= squares) {
                parameters = next;
                squares = reached;
                damping /= 10;
            } else {
                damping *= 10;
            }
            if (settled) {
                return;
            }
            if (damping > LARGEST_DAMPING) {
                break;
            }
        }
        throw new ArithmeticException("least squares: no convergence at " + Arrays.toString(parameters));
    }

    private double scale() {
        double sum = 0;
        for (double value : y) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }

    private double squares(double[] at) {
        double sum = 0;
        double[] gradient = new double[count];
        for (int i = 0; i < x.length; i++) {
            double residual = y[i] - model.at(at, x[i], gradient);
            sum += residual * residual;
        }
        return Double.isNaN(sum) ? Double.POSITIVE_INFINITY : sum;
    }

    /** Products of the derivatives, summed over the points; the unit matrix for parameters that are not free. */
    private double[][] normal() {
        double[][] sums = new double[count][count];
        double[] gradient = new double[count];
        for (double at : x) {
            model.at(parameters, at, gradient);
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    sums[i][j] += free[i] && free[j] ? gradient[i] * gradient[j] : 0;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            if (!free[i]) {
                sums[i][i] = 1;
            }
        }
        return sums;
    }

    private double[] descent() {
        double[] sums = new double[count];
        double[] gradient = new double[count];
        for (int point = 0; point < x.length; point++) {
            double residual = y[point] - model.at(parameters, x[point], gradient);
            for (int i = 0; i < count; i++) {
                sums[i] += free[i] ? gradient[i] * residual : 0;
            }
        }
        return sums;
    }

    private static double[][] damped(double[][] normal, double damping) {
        double[][] more = new double[normal.length][];
        for (int i = 0; i < normal.length; i++) {
            more[i] = normal[i].clone();
            more[i][i] *= 1 + damping;
        }
        return more;
    }

    /** Solves a symmetric positive system by Cholesky's factors, after scaling its diagonal to 1. */
    private static double[] solve(double[][] matrix, double[] right) {
        int n = right.length;
        double[] scale = new double[n];
        for (int i = 0; i < n; i++) {
            scale[i] = 1 / Math.sqrt(matrix[i][i]);
        }
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double rest = matrix[i][j] * scale[i] * scale[j];
                for (int k = 0; k < j; k++) {
                    rest -= factor[i][k] * factor[j][k];
                }
                factor[i][j] = i == j ? Math.sqrt(rest) : rest / factor[j][j];
            }
        }
        double[] solution = new double[n];
        for (int i = 0; i < n; i++) {
            double rest = right[i] * scale[i];
            for (int k = 0; k < i; k++) {
                rest -= factor[i][k] * solution[k];
            }
            solution[i] = rest / factor[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                solution[i] -= factor[k][i] * solution[k];
            }
            solution[i] /= factor[i][i];
        }
        for (int i = 0; i < n; i++) {
            solution[i] *= scale[i];
        }
        return solution;
    }

    double[] parameters() {
        return parameters.clone();
    }

    /** The sum of squared differences. */
    double squares() {
        return squares;
    }

    /** The standard deviation of the points around the fit. */
    double residualError() {
        int used = 0;
        for (boolean each : free) {
            used += each ? 1 : 0;
        }
        return Math.sqrt(squares / (x.length - used));
    }

    double standardError(int parameter) {
        double[] direction = new double[count];
        direction[parameter] = 1;
        return residualError() * Math.sqrt(variance(direction));
    }

    /** The standard error of a new point whose derivatives are these: that of the fit there, and of a point. */
    double predictionError(double[] gradient) {
        return residualError() * Math.sqrt(1 + variance(gradient));
    }

    /** The variance of a linear combination of the parameters, as a multiple of that of a point. */
    private double variance(double[] direction) {
        double[] solved = solve(normal(), direction);
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += direction[i] * solved[i];
        }
        return sum;
    }
}
