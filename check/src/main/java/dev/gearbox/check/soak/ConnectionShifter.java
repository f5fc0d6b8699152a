package dev.gearbox.check.soak;

import dev.gearbox.check.watched.Violations;
import dev.gearbox.check.watched.WatchedEcho;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A thread that shifts live connections of some clients to random engines, one at a time, each after a task that must run once. */
final class ConnectionShifter {
    private static final int PATIENCE_SECONDS = 60;
    /** The interval between two shifts: most conversations see a few, and the machine has time for bytes. */
    private static final int LONGEST_PAUSE_MILLIS = 4;

    private final List<SoakClient> own;
    private final Set<Engine> sources;
    private final List<Engine> targets;
    private final Totals totals;
    private final Violations violations;
    private final SplittableRandom random;

    /**
     * @param own the clients whose connections only this thread shifts
     * @param sources engines that release connections
     * @param targets engines that adopt connections
     */
    ConnectionShifter(
            List<SoakClient> own,
            Set<Engine> sources,
            List<Engine> targets,
            Totals totals,
            Violations violations,
            SplittableRandom random) {
        this.own = own;
        this.sources = sources;
        this.targets = targets;
        this.totals = totals;
        this.violations = violations;
        this.random = random;
    }

    void run(BooleanSupplier over) throws InterruptedException {
        while (!over.getAsBoolean()) {
            Conversation conversation = own.get(random.nextInt(own.size())).current();
            WatchedEcho session = conversation == null ? null : conversation.session();
            if (conversation != null && session != null) {
                Engine from = session.connection().engine();
                Engine to = targets.get(random.nextInt(targets.size()));
                if (sources.contains(from) && !from.equals(to)) {
                    conversation.post(session);
                    shift(conversation, session, from, to);
                }
            }
            Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
        }
    }

    private void shift(Conversation conversation, WatchedEcho session, Engine from, Engine to)
            throws InterruptedException {
        Connection connection = session.connection();
        session.shiftBegins(from + " > " + to);
        try {
            connection.shiftTo(to).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            totals.shifts.increment();
        } catch (ExecutionException failure) {
            if (!(failure.getCause() instanceof ShiftException told)
                    || told.reason() == ShiftException.Reason.INCAPABLE) {
                violations.add(Violations.Kind.SHIFT, session + ": " + failure.getCause());
            } else if (told.reason() == ShiftException.Reason.REFUSED) {
                totals.refusedShifts.increment();
            }
            // Otherwise it was too late: the connection was about to close.
        } catch (TimeoutException late) {
            if (!conversation.closed().isDone()) {
                violations.add(
                        Violations.Kind.SHIFT,
                        session + ": no answer to the shift within " + PATIENCE_SECONDS + " s (" + late + ")");
            }
        }
    }
}
