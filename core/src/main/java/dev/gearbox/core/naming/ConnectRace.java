package dev.gearbox.core.naming;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a name with several addresses (RFC 8305, "happy eyeballs"): the next address is tried when the last attempt has failed, or has not succeeded after a
 * quarter of a second, while the earlier attempts go on. The first that connects opens the session; the others are called off.
 *
 * <p>The whole has one time-out, from the lookup on. Cancelling the result stops it: no further address is tried, and no session is opened.
 */
public final class ConnectRace {
    /** RFC 8305, 8: the recommended connection attempt delay. */
    static final Duration DELAY = Duration.ofMillis(250);

    private final String host;
    private final int port;
    private final Protocol protocol;
    private final BiFunction<InetSocketAddress, Protocol, CompletableFuture<Connection>> connect;
    private final Duration delay;
    private final CompletableFuture<Connection> result;

    // Guarded by this.
    private final ArrayDeque<InetAddress> left = new ArrayDeque<>();
    private final List<CompletableFuture<Connection>> running = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    /** The attempts that have begun and not ended. */
    private int active;

    private boolean won;

    private ConnectRace(
            InetSocketAddress name,
            Protocol protocol,
            BiFunction<InetSocketAddress, Protocol, CompletableFuture<Connection>> connect,
            Duration delay,
            CompletableFuture<Connection> result) {
        host = name.getHostString();
        port = name.getPort();
        this.protocol = protocol;
        this.connect = connect;
        this.delay = delay;
        this.result = result;
    }

    /**
     * Starts a race.
     *
     * @param name unresolved
     * @param connect starts one attempt
     * @param timeout for the whole
     * @param result completed with the connection, whose session is then open, or with what prevented it
     */
    public static void start(
            InetSocketAddress name,
            Protocol protocol,
            BiFunction<InetSocketAddress, Protocol, CompletableFuture<Connection>> connect,
            Duration timeout,
            CompletableFuture<Connection> result) {
        start(NameResolver.SYSTEM, DELAY, name, protocol, connect, timeout, result);
    }

    static void start(
            NameResolver resolver,
            Duration delay,
            InetSocketAddress name,
            Protocol protocol,
            BiFunction<InetSocketAddress, Protocol, CompletableFuture<Connection>> connect,
            Duration timeout,
            CompletableFuture<Connection> result) {
        ConnectRace race = new ConnectRace(name, protocol, connect, delay, result);
        CompletableFuture<@Nullable Void> alarm = new CompletableFuture<@Nullable Void>()
                .completeOnTimeout(null, timeout.toNanos(), TimeUnit.NANOSECONDS);
        var _ = alarm.thenRun(() -> race.late(timeout));
        var _ = result.whenComplete((_, _) -> {
            alarm.cancel(false);
            race.callOff();
        });
        var _ = resolver.resolve(race.host).whenComplete(race::resolved);
    }

    private void late(Duration timeout) {
        result.completeExceptionally(
                new SocketTimeoutException("no connection to " + host + ":" + port + " within " + timeout));
    }

    private void resolved(@Nullable List<InetAddress> addresses, @Nullable Throwable failure) {
        if (addresses == null) {
            Throwable cause = failure == null ? new UnknownHostException(host) : unwrapped(failure);
            if (cause instanceof UnknownHostException) {
                UnknownHostException unknown = new UnknownHostException("no such host: " + host);
                unknown.initCause(cause);
                cause = unknown;
            }
            result.completeExceptionally(cause);
            return;
        }
        synchronized (this) {
            left.addAll(AddressOrder.alternating(addresses));
        }
        next();
    }

    /** Tries the next address, if there is one, and the race goes on. */
    private void next() {
        InetAddress address;
        synchronized (this) {
            address = won || result.isDone() ? null : left.poll();
            active += address == null ? 0 : 1;
        }
        if (address == null) {
            return;
        }
        Attempt attempt = new Attempt();
        CompletableFuture<Connection> opened;
        try {
            opened = connect.apply(new InetSocketAddress(address, port), attempt);
        } catch (RuntimeException refused) {
            opened = CompletableFuture.failedFuture(refused);
        }
        synchronized (this) {
            running.add(opened);
        }
        CompletableFuture<Connection> started = opened;
        var _ = opened.whenComplete((connection, failure) -> attempt.ended(started, connection, failure));
        if (result.isDone()) {
            opened.cancel(false); // it may have been too late for callOff()
        } else if (!opened.isDone() && isMore()) {
            CompletableFuture<@Nullable Void> alarm = new CompletableFuture<@Nullable Void>()
                    .completeOnTimeout(null, delay.toNanos(), TimeUnit.NANOSECONDS);
            attempt.alarm = alarm;
            var _ = alarm.thenRun(attempt::overtaken);
        }
    }

    private synchronized boolean isMore() {
        return !left.isEmpty();
    }

    private void callOff() {
        List<CompletableFuture<Connection>> others;
        synchronized (this) {
            others = List.copyOf(running);
        }
        others.forEach(attempt -> attempt.cancel(false)); // has no effect on the one that has won
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }

    /** One address. As a protocol it opens the session only if it is the first to connect. */
    private final class Attempt implements Protocol {
        private volatile @Nullable CompletableFuture<@Nullable Void> alarm;
        /** The next address has been tried because of this one. Guarded by the race. */
        private boolean followed;

        private boolean first;

        @Override
        public Session open(Connection connection) {
            synchronized (ConnectRace.this) {
                first = !won && !result.isDone();
                won |= first;
            }
            if (first) {
                return protocol.open(connection);
            }
            connection.close();
            return in -> in.position(in.limit());
        }

        void overtaken() {
            if (follows()) {
                next();
            }
        }

        private boolean follows() {
            synchronized (ConnectRace.this) {
                boolean before = followed;
                followed = true;
                return !before;
            }
        }

        @SuppressWarnings("CollectionUndefinedEquality") // identity is meant
        void ended(CompletableFuture<Connection> self, @Nullable Connection connection, @Nullable Throwable failure) {
            CompletableFuture<@Nullable Void> waiting = alarm;
            if (waiting != null) {
                waiting.cancel(false);
            }
            boolean last;
            synchronized (ConnectRace.this) {
                running.remove(self);
                active--;
                if (failure != null && !first) {
                    failures.add(unwrapped(failure));
                }
                last = !won && left.isEmpty() && active == 0;
            }
            if (first && connection != null) {
                if (!result.complete(connection)) {
                    connection.close(); // it was cancelled, or too late, at this very moment
                }
            } else if (first && failure != null) {
                result.completeExceptionally(unwrapped(failure)); // the protocol opened no session
            } else if (last) {
                fail();
            } else if (follows()) {
                next();
            }
        }

        private void fail() {
            List<Throwable> reasons;
            synchronized (ConnectRace.this) {
                reasons = List.copyOf(failures);
            }
            Throwable reason = reasons.isEmpty() ? new UnknownHostException(host) : reasons.getFirst();
            reasons.stream().skip(1).filter(other -> !other.equals(reason)).forEach(reason::addSuppressed);
            result.completeExceptionally(reason);
        }
    }
}
