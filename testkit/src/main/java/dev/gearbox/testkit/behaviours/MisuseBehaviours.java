package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.blocking.BlockingEngine;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Errors of the caller are reported to the caller, at once and in the same way on every engine. */
final class MisuseBehaviours {
    private static final Duration AGES = Duration.ofSeconds(Long.MAX_VALUE);
    private static final InetSocketAddress UNKNOWN = InetSocketAddress.createUnresolved("no.such.host.invalid", 7);
    private static final SocketAddress LOCAL = UnixDomainSocketAddress.of("/no/such/folder/socket");
    private static final Protocol ECHO = connection -> connection::write;

    private MisuseBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("an address that cannot be listened on", MisuseBehaviours::listening),
                Behaviour.needing(
                        Capability.CLIENT, "an address that cannot be connected to", MisuseBehaviours::connecting),
                Behaviour.of("a null task", MisuseBehaviours::noTask),
                Behaviour.of("timers far in the future or in the past", MisuseBehaviours::ages),
                Behaviour.needing(
                        Capability.CLIENT,
                        "a continuation of connect is not a callback",
                        MisuseBehaviours::afterConnect),
                Behaviour.needing(
                        Capability.CLIENT,
                        "waiting for a connect on the thread that performs it",
                        MisuseBehaviours::joinedConnect),
                Behaviour.shifting("waiting for a shift in a callback", MisuseBehaviours::joinedShift),
                Behaviour.of("a callback that does not return is reported", MisuseBehaviours::stuck));
    }

    private static void listening(EngineFixture fixture) {
        Engine engine = fixture.engine();
        Assert.instance(UnknownHostException.class, refusal(engine, UNKNOWN), "listen on a name without address");
        Assert.instance(
                hasUnixSockets(fixture) ? BindException.class : IllegalArgumentException.class,
                refusal(engine, LOCAL),
                "listen on a path in a folder that does not exist");
        Assert.instance(NullPointerException.class, refusal(engine, null), "listen on nothing");
    }

    private static boolean hasUnixSockets(EngineFixture fixture) {
        return fixture.card().capabilities().contains(Capability.UNIX_SOCKETS);
    }

    @SuppressWarnings("NullAway") // this is what is tested
    private static Throwable refusal(Engine engine, @Nullable SocketAddress address) {
        try {
            engine.listen(address, ECHO, EngineFixture.OPTIONS).close();
            return new AssertionError("it listens");
        } catch (IOException | RuntimeException refused) {
            return refused;
        }
    }

    @SuppressWarnings("NullAway") // this is what is tested
    private static void connecting(EngineFixture fixture) throws Exception {
        Engine engine = fixture.engine();
        Assert.instance(
                UnknownHostException.class,
                FailureBehaviours.failure(engine.connect(UNKNOWN, ECHO, EngineFixture.OPTIONS)),
                "connect to a name without address");
        Assert.instance(
                hasUnixSockets(fixture) ? ConnectException.class : IllegalArgumentException.class,
                FailureBehaviours.failure(engine.connect(LOCAL, ECHO, EngineFixture.OPTIONS)),
                "connect to a path that does not exist");
        Assert.fails(
                NullPointerException.class,
                () -> engine.connect(null, ECHO, EngineFixture.OPTIONS),
                "connect to nothing");
        Assert.fails(
                NullPointerException.class,
                () -> engine.connect(new InetSocketAddress(1), null, EngineFixture.OPTIONS),
                "connect without a protocol");
    }

    @SuppressWarnings("NullAway") // this is what is tested
    private static void noTask(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        Assert.fails(NullPointerException.class, () -> connection.execute(null), "execute(null)");
        Assert.fails(
                NullPointerException.class, () -> connection.schedule(Duration.ZERO, null), "schedule without a task");
        Assert.fails(NullPointerException.class, () -> connection.schedule(null, () -> {}), "schedule without a delay");
        peer.echo(new byte[10]);
    }

    private static void ages(EngineFixture fixture) throws Exception {
        CountDownLatch due = new CountDownLatch(4);
        CompletableFuture<String> early = new CompletableFuture<>();
        ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
            connection.schedule(AGES, () -> early.complete("the one in the far future"));
            connection.schedule(Duration.ofDays(365_000), () -> early.complete("the one in a thousand years"));
            connection.schedule(AGES.negated(), due::countDown);
            connection.schedule(Duration.ofSeconds(Long.MIN_VALUE), due::countDown);
            connection.schedule(Duration.ofMillis(2), due::countDown);
        });
        fixture.peer(fixture.listen(script, EngineFixture.OPTIONS.withLinger(AGES)));
        script.connection().schedule(Duration.ofMillis(5), due::countDown);
        Conditions.await("the others are due", due);
        Assert.that(!early.isDone(), "was due: " + early.getNow(""));
    }

    /** The result is the same on every thread, whether the stage is complete before or after. */
    private static void afterConnect(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        for (int round = 0; round < 10; round++) {
            CompletableFuture<Integer> echoed = new CompletableFuture<>();
            CompletableFuture<Throwable> refused = new CompletableFuture<>();
            fixture.engine()
                    .connect(
                            address,
                            fixture.watched(connection -> in -> {
                                echoed.complete(in.remaining());
                                in.position(in.limit());
                            }),
                            EngineFixture.OPTIONS.withConnectTimeout(AGES))
                    .thenAccept(connection -> {
                        try {
                            connection.write(ByteBuffer.allocate(3));
                            refused.complete(new AssertionError("it was written"));
                        } catch (RuntimeException failure) {
                            refused.complete(failure);
                        }
                        connection.execute(() -> connection.write(ByteBuffer.allocate(3)));
                    });
            Throwable failure = Conditions.await("the continuation has run", refused);
            Assert.instance(IllegalStateException.class, failure, "write() in a continuation of connect()");
            Assert.that(
                    String.valueOf(failure.getMessage()).contains("connection.execute(() -> connection.write(...))"),
                    "the message says what to do: " + failure.getMessage());
            int came = Conditions.await("the task has written", echoed);
            Assert.equal(3, came, "bytes that came back");
        }
    }

    private static void joinedConnect(EngineFixture fixture) throws Exception {
        requireSharedThreads(fixture);
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        ScriptedProtocol script = new ScriptedProtocol();
        fixture.peer(fixture.listen(script));
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        script.connection().execute(() -> {
            CompletableFuture<Connection> attempt = fixture.engine()
                    .connect(
                            address,
                            fixture.watched(connection -> {
                                // Whichever thread this is, the stage is not complete yet when it is awaited.
                                told.join();
                                return in -> in.position(in.limit());
                            }),
                            EngineFixture.OPTIONS)
                    .thenApply(connection -> connection)
                    .toCompletableFuture();
            told.complete(refusal(attempt));
        });
        refused(told);
    }

    private static void joinedShift(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        Engine target = fixture.target();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        connection.execute(
                () -> told.complete(refusal(connection.shiftTo(target).toCompletableFuture())));
        refused(told);
        peer.echo(new byte[10]);
    }

    private static void requireSharedThreads(EngineFixture fixture) {
        Engine entrance = fixture.engine() instanceof CompositeEngine whole ? whole.entrance() : fixture.engine();
        if (entrance instanceof BlockingEngine) {
            throw new Inapplicable("each connection has a thread, which its callbacks may block");
        }
    }

    private static Throwable refusal(CompletableFuture<?> awaited) {
        try {
            awaited.join();
            return new AssertionError("it was complete already");
        } catch (RuntimeException refused) {
            return refused;
        }
    }

    private static void refused(CompletableFuture<Throwable> told) throws Exception {
        Throwable failure = Conditions.await("waiting fails at once", told);
        Assert.instance(IllegalStateException.class, failure, "join()");
        Assert.that(
                String.valueOf(failure.getMessage()).contains("use thenAccept"), "message: " + failure.getMessage());
    }

    /** Reported while it is stuck, with its stack trace. */
    private static void stuck(EngineFixture fixture) throws Exception {
        requireSharedThreads(fixture);
        CountDownLatch gate = new CountDownLatch(1);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            waitThere(gate);
        });
        fixture.peer(fixture.listen(script)).send(new byte[1]);
        try {
            Conditions.await(
                    "the callback is reported",
                    () -> fixture.stalls().stream()
                            .anyMatch(
                                    line -> line.contains("a callback of connection") && line.contains(".waitThere(")));
            Assert.equal(1L, fixture.engine().stats().stuckCallbacks(), "EngineStats.stuckCallbacks");
        } finally {
            gate.countDown();
        }
    }

    private static void waitThere(CountDownLatch gate) {
        boolean interrupted = false;
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
