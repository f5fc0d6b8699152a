package dev.gearbox.check.shift;

import dev.gearbox.check.watched.Violations;
import dev.gearbox.check.watched.WatchedEcho;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A thread that shifts some of the connections from engine to engine, one after another, each after a task that must run once: until there were
 * enough shifts, or a violation was found.
 */
final class ShiftWorker implements Callable<Void> {
    private static final int PATIENCE_SECONDS = 30;

    private final List<WatchedEcho> own;
    private final ShiftMatrix pairs;
    private final long goal;
    private final Violations violations;
    private final SplittableRandom random;
    private final Map<WatchedEcho, Long> posted;

    /**
     * @param own connections that no other thread shifts
     * @param goal the worker stops when {@code pairs} counts this many
     * @param posted the number of tasks posted to each connection so far
     */
    ShiftWorker(
            List<WatchedEcho> own,
            ShiftMatrix pairs,
            long goal,
            Violations violations,
            SplittableRandom random,
            Map<WatchedEcho, Long> posted) {
        this.own = own;
        this.pairs = pairs;
        this.goal = goal;
        this.violations = violations;
        this.random = random;
        this.posted = posted;
    }

    @Override
    public Void call() throws InterruptedException {
        while (pairs.all() < goal && violations.isEmpty()) {
            WatchedEcho guest = own.get(random.nextInt(own.size()));
            Connection connection = guest.connection();
            Engine from = connection.engine();
            shift(guest, from, pairs.next(from, random));
        }
        return null;
    }

    private void shift(WatchedEcho guest, Engine from, Engine to) throws InterruptedException {
        Connection connection = guest.connection();
        guest.shiftBegins(from + " > " + to);
        guest.post(posted.merge(guest, 1L, Long::sum) - 1);
        Engine expected = to;
        try {
            connection.shiftTo(to).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            pairs.moved(from, to);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof ShiftException told && told.reason() == ShiftException.Reason.REFUSED) {
                pairs.refused(from, to);
                expected = from;
            } else {
                violations.add(Violations.Kind.SHIFT, guest + ": " + failure.getCause());
                return;
            }
        } catch (TimeoutException late) {
            violations.add(
                    Violations.Kind.SHIFT,
                    guest + ": no answer to the shift within " + PATIENCE_SECONDS + " s (" + late + ")");
            return;
        }
        if (!connection.engine().equals(expected)) {
            violations.add(
                    Violations.Kind.SHIFT, guest + ": is with " + connection.engine() + " instead of " + expected);
        }
    }
}
