package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The application of a described workload, as {@code gearbox advise} knows it: each request of {@code bytes} computes for a processor time, then blocks its thread, then is sent back. Both times
 * are random with a squared variation: 0 constant, 100 % exponential, otherwise log-normal, as in the simulation of the prediction.
 *
 * <p>Requests are counted by their bytes, so one that arrives in several pieces is served once: its last piece returns after the work.
 */
final class DescribedWork implements Protocol {
    static final String NAME = "work";

    private static final double PERCENT = 100;
    private static final ModelCard CARD = new ModelCard(
            NAME,
            "computes and waits for each request, then sends it back",
            "",
            Set.of(),
            List.of(
                    new Parameter.Int("bytes", 1, 1 << 30, "64", "size of a request"),
                    new Parameter.Time("cpu", Duration.ZERO, Duration.ofMinutes(1), "0ms", "processor time"),
                    new Parameter.Int("cpu-variation", 0, 100_000, "0", "its squared variation, in percent"),
                    new Parameter.Time("wait", Duration.ZERO, Duration.ofMinutes(1), "0ms", "time that it blocks"),
                    new Parameter.Int("wait-variation", 0, 100_000, "0", "its squared variation, in percent")));

    private final int bytes;
    private final ServiceTime compute;
    private final ServiceTime blocked;
    private final FixedWork work;
    private final AtomicLong connections = new AtomicLong();

    /**
     * A time of requests.
     *
     * @param nanos its mean
     * @param variation its squared variation
     */
    record ServiceTime(double nanos, double variation) {
        double draw(SplittableRandom random) {
            if (nanos == 0 || variation == 0) {
                return nanos;
            }
            if (variation == 1) {
                return -nanos * Math.log1p(-random.nextDouble());
            }
            double variance = Math.log1p(variation);
            return nanos * Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
        }
    }

    DescribedWork(int bytes, ServiceTime compute, ServiceTime blocked, FixedWork work) {
        this.bytes = bytes;
        this.compute = compute;
        this.blocked = blocked;
        this.work = work;
    }

    static boolean isNamedBy(String spec) {
        return spec.equals(NAME) || spec.startsWith(NAME + "?");
    }

    /** @throws dev.gearbox.core.BadSpecException if a parameter is unknown or a value invalid */
    static DescribedWork named(String spec) {
        Parameters given = Parameters.of(CARD, Spec.parse("protocol", spec).given());
        return new DescribedWork(given.integer("bytes"), time(given, "cpu"), time(given, "wait"), FixedWork.here());
    }

    private static ServiceTime time(Parameters given, String name) {
        return new ServiceTime(given.time(name).toNanos(), given.integer(name + "-variation") / PERCENT);
    }

    @Override
    public Session open(Connection connection) {
        return new Working(connection, new SplittableRandom(connections.getAndIncrement()));
    }

    private final class Working implements Session {
        private final Connection connection;
        private final SplittableRandom random;
        private long missing = bytes;

        Working(Connection connection, SplittableRandom random) {
            this.connection = connection;
            this.random = random;
        }

        @Override
        public void received(ByteBuffer in) {
            missing -= in.remaining();
            while (missing <= 0) {
                missing += bytes;
                serve();
            }
            connection.write(in);
        }

        private void serve() {
            work.computeNanos(compute.draw(random));
            long deadline = System.nanoTime() + Math.round(blocked.draw(random));
            for (long left; (left = deadline - System.nanoTime()) > 0; ) {
                LockSupport.parkNanos(DescribedWork.this, left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    }
}
