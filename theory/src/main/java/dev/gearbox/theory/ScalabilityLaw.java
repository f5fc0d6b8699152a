package dev.gearbox.theory;

/**
 * The universal scalability law: the throughput of n threads, users or cores that partly wait for each other (contention α) and partly have to agree
 * pairwise (coherency β): X(n) = γ n / (1 + α (n - 1) + β n (n - 1)).
 *
 * <p>Source: N. J. Gunther, "Guerrilla Capacity Planning", 2007. Derivation: each of n costs the others a share α of its time for what only one may do at
 * a time (with β = 0 this is Amdahl's law), and a share β for each other one with which it exchanges data. It fails where the resource that limits
 * changes along the curve, as at the number of cores or when memory ends, and beyond the measured points: a fit of points before the peak says little
 * about the peak.
 *
 * @param contention α, from 0
 * @param coherency β, from 0
 * @param single γ: the throughput of one, per second
 */
public record ScalabilityLaw(double contention, double coherency, double single) {
    public ScalabilityLaw {
        Require.notNegative("contention", contention);
        Require.notNegative("coherency", coherency);
        Require.positive("throughput of one", single);
    }

    /** Returns the throughput of n per second. It is defined for fractions, too. */
    public double throughput(double n) {
        Require.positive("load", n);
        return single * n / (1 + contention * (n - 1) + coherency * n * (n - 1));
    }

    /** Returns the n from which on more of them lower the throughput: √((1 - α) / β); at least 1, infinity without coherency. */
    public double peak() {
        if (coherency == 0) {
            return contention < 1 ? Double.POSITIVE_INFINITY : 1;
        }
        return contention < 1 ? Math.max(1, Math.sqrt((1 - contention) / coherency)) : 1;
    }

    /** Returns the throughput that no n exceeds, even without coherency: γ / α, Amdahl's limit; infinity without contention. */
    public double amdahlLimit() {
        return contention == 0 ? Double.POSITIVE_INFINITY : single / contention;
    }
}
