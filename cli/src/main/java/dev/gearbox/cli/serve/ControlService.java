package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.core.model.NearestName;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the requests on a control socket. Many connections move a few at a time, so that one request is no burst for the other
 * connections of their engines; each is reported as soon as it has moved or not, in that order. Thread-safe.
 */
final class ControlService {
    /** The number of concurrent shifts of one request. */
    private static final int AT_ONCE = 64;

    /** Time without the end of any shift, after which those under way are reported as not yet moved. */
    private final Duration patience;

    private final ServedEngines engines;
    private final ControlAnswer.Server server;

    /** Receives the answers. */
    interface Asker {
        void tell(ControlAnswer answer) throws IOException;
    }

    /** A shift under way: the engine and the time at its start. */
    private record Begun(String from, long at) {}

    /** A shift that has ended. */
    private record Ended(
            Connection connection, long at, @Nullable Throwable failure) {}

    ControlService(ServedEngines engines, ControlAnswer.Server server, Duration patience) {
        this.engines = engines;
        this.server = server;
        this.patience = patience;
    }

    /**
     * Answers a request completely.
     *
     * @throws IOException if the client does not receive the answer: then no further shift is started
     */
    void answer(ControlRequest request, Asker asker) throws IOException, InterruptedException {
        switch (request) {
            case ControlRequest.StatusRequest() -> status(asker);
            case ControlRequest.ShiftRequest(String connection, String to) -> {
                List<Connection> moving;
                Engine target;
                try {
                    moving = named(connection);
                    target = engines.adopting(to);
                } catch (UsageException | BadSpecException wrong) {
                    asker.tell(new ControlAnswer.Refused(String.valueOf(wrong.getMessage())));
                    return;
                }
                asker.tell(new ControlAnswer.Begun(moving.size()));
                move(moving.iterator(), target, asker);
            }
        }
        asker.tell(new ControlAnswer.Done());
    }

    private void status(Asker asker) throws IOException {
        asker.tell(server);
        Map<String, Engine> drivers = engines.drivers();
        for (Map.Entry<String, Engine> each : drivers.entrySet()) {
            asker.tell(new ControlAnswer.Running(each.getKey(), each.getValue().stats()));
        }
        Map<Connection, ControlAnswer.Live> live = new HashMap<>(); // during a shift two engines list it
        drivers.forEach((name, engine) ->
                engine.connections().forEach(connection -> live.putIfAbsent(connection, live(connection, name))));
        for (ControlAnswer.Live each : live.values().stream()
                .sorted(Comparator.comparing(ControlAnswer.Live::age).reversed())
                .toList()) {
            asker.tell(each);
        }
    }

    private static ControlAnswer.Live live(Connection connection, String driver) {
        return new ControlAnswer.Live(name(connection), driver, connection.age().truncatedTo(ChronoUnit.MILLIS));
    }

    /** Finds connections by the peer's address, or by its port if that is unambiguous. */
    private List<Connection> named(String word) {
        List<Connection> all = engines.connections();
        if (word.equals(ControlRequest.ShiftRequest.ALL)) {
            return all;
        }
        List<Connection> meant = all.stream()
                .filter(each -> name(each).equals(word) || portOf(each).equals(word))
                .toList();
        if (meant.size() > 1) {
            throw new UsageException("\"" + word + "\" is the port of " + meant.size() + " connections, such as "
                    + name(meant.getFirst()) + ". Give its address");
        }
        if (meant.isEmpty()) {
            throw new UsageException("no connection \"" + word + "\"."
                    + NearestName.question(
                            word, all.stream().map(ControlService::name).toList())
                    + (all.isEmpty() ? " There are no connections" : " To list them: gearbox shift"));
        }
        return meant;
    }

    private static String portOf(Connection connection) {
        return Integer.toString(((InetSocketAddress) connection.remoteAddress()).getPort());
    }

    private static String name(Connection connection) {
        return OptionValues.text((InetSocketAddress) connection.remoteAddress());
    }

    private void move(Iterator<Connection> connections, Engine target, Asker asker)
            throws IOException, InterruptedException {
        BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
        Map<Connection, Begun> underWay = new HashMap<>();
        while (connections.hasNext() || !underWay.isEmpty()) {
            while (connections.hasNext() && underWay.size() < AT_ONCE) {
                Connection next = connections.next();
                underWay.put(next, new Begun(next.engine().toString(), System.nanoTime()));
                next.shiftTo(target)
                        .whenComplete((_, failure) -> ended.add(new Ended(next, System.nanoTime(), failure)));
            }
            Ended first = ended.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (first == null) {
                for (Connection stuck : underWay.keySet()) {
                    asker.tell(notYet(stuck, target));
                }
                underWay.clear();
            } else {
                Begun begun = underWay.remove(first.connection);
                if (begun != null) { // else it has been reported as not yet moved
                    asker.tell(told(begun, first, target));
                }
            }
        }
    }

    private ControlAnswer notYet(Connection stuck, Engine target) {
        return new ControlAnswer.Stayed(
                name(stuck),
                stuck.engine().toString(),
                ControlAnswer.Stayed.NOT_YET,
                name(stuck) + " is still with " + stuck.engine() + ": its session has not returned from a callback for "
                        + patience.toSeconds() + " s. It moves to " + target + " when it does");
    }

    private static ControlAnswer told(Begun begun, Ended ended, Engine target) {
        Connection connection = ended.connection;
        return switch (ended.failure) {
            case null -> new ControlAnswer.Moved(name(connection), begun.from, target.toString(), ended.at - begun.at);
            case ShiftException why ->
                new ControlAnswer.Stayed(
                        name(connection),
                        connection.engine().toString(),
                        why.reason().name(),
                        why.getMessage());
            default -> throw new IllegalStateException("a shift of " + connection + " failed", ended.failure);
        };
    }
}
