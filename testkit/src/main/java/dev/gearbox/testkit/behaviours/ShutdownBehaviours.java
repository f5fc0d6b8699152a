package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Session;
import dev.gearbox.core.Shutdown;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** How an engine ends. */
public final class ShutdownBehaviours {
    private ShutdownBehaviours() {}

    public static List<Behaviour> all() {
        return List.of(
                Behaviour.of("graceful shutdown lets conversations end", ShutdownBehaviours::graceful),
                Behaviour.of("forced shutdown ends them in any state", ShutdownBehaviours::forced),
                Behaviour.of(
                        "an engine that never did anything shuts down",
                        fixture ->
                                Assert.equal(Shutdown.GRACEFUL, fixture.engine().close(Duration.ZERO), "shutdown")),
                Behaviour.of("a closed engine refuses work", ShutdownBehaviours::closedEngine),
                Behaviour.of("an engine is not closed from within its own callback", ShutdownBehaviours::fromCallback),
                Behaviour.needing(
                        Capability.CLIENT,
                        "an engine is not closed in a continuation of its own connect",
                        ShutdownBehaviours::fromContinuation),
                Behaviour.of("shutdown interrupts a callback that does not return", ShutdownBehaviours::interruptible),
                Behaviour.of(
                        "shutdown abandons a callback that cannot be interrupted", ShutdownBehaviours::uninterruptible),
                Behaviour.needing(
                        Capability.CLIENT, "shutdown while clients are connecting", ShutdownBehaviours::connecting));
    }

    private static void graceful(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                connection.write(in);
            }

            @Override
            public boolean stopping() {
                return false;
            }
        });
        Peer peer = fixture.peer(address);
        Peer other = fixture.peer(address);
        peer.echo(new byte[10]);
        other.echo(new byte[10]);
        FutureTask<Shutdown> closing = fixture.start(() -> fixture.engine().close(Conditions.LIMIT));
        Conditions.await("no connection is accepted any more", () -> {
            try (Peer late = Peer.connect(address, 0)) {
                return late.localAddress().getPort() == 0;
            } catch (IOException refused) {
                return true;
            }
        });
        peer.echo(new byte[10]);
        peer.endOutput();
        Assert.equal(0, peer.receiveAll().length, "bytes at the end");
        Assert.that(!closing.isDone(), "close() returned while a connection was open");
        other.echo(new byte[10]);
        other.close();
        Assert.equal(Shutdown.GRACEFUL, fixture.finish(closing), "shutdown");
        Assert.equal(Shutdown.GRACEFUL, fixture.engine().close(Duration.ZERO), "the second shutdown");
    }

    private static void forced(EngineFixture fixture) throws Exception {
        ScriptedProtocol quiet = new ScriptedProtocol();
        ScriptedProtocol paused = new ScriptedProtocol().opening(Connection::pause);
        ScriptedProtocol flooding =
                new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.allocate(12_000_000)));
        ScriptedProtocol scheduled =
                new ScriptedProtocol().opening(connection -> connection.schedule(Duration.ofHours(1), () -> {}));
        List<ScriptedProtocol> all = List.of(quiet, paused, flooding, scheduled);
        for (ScriptedProtocol each : all) {
            each.stopping(_ -> false);
            fixture.peer(fixture.listen(each), 4 << 10);
            each.connection();
        }
        Assert.equal(Shutdown.FORCED, fixture.engine().close(Duration.ofMillis(1)), "shutdown");
        for (ScriptedProtocol each : all) {
            Assert.instance(EngineClosedException.class, each.cause(), "cause of case " + all.indexOf(each));
        }
        Assert.equal(Shutdown.FORCED, fixture.engine().close(Duration.ZERO), "the second shutdown");
    }

    private static void closedEngine(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        fixture.engine().close();
        Assert.fails(
                IllegalStateException.class,
                () -> {
                    try {
                        fixture.listen(connection -> connection::write);
                    } catch (IOException failure) {
                        throw new java.io.UncheckedIOException(failure);
                    }
                },
                "listen() on a closed engine");
        if (fixture.card().capabilities().contains(Capability.CLIENT)) {
            Assert.instance(
                    IllegalStateException.class,
                    FailureBehaviours.failure(
                            fixture.engine().connect(address, connection -> connection::write, EngineFixture.OPTIONS)),
                    "connect() on a closed engine");
        }
    }

    private static void fromCallback(EngineFixture fixture) throws Exception {
        CompletableFuture<Void> refused = new CompletableFuture<>();
        fixture.peer(fixture.listen(new ScriptedProtocol()
                .opening(connection -> connection.execute(() -> {
                    try {
                        fixture.engine().close(Conditions.LIMIT);
                        refused.completeExceptionally(new AssertionError("close() was accepted"));
                    } catch (IllegalStateException expected) {
                        refused.complete(null);
                    }
                }))));
        Conditions.await("close() from a callback is refused", refused);
    }

    private static void fromContinuation(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        CompletableFuture<Connection> attempt = new CompletableFuture<>();
        CompletableFuture<Void> refused = new CompletableFuture<>();
        CountDownLatch attached = new CountDownLatch(1);
        // The session opens, and so the stage completes, after the continuation is attached: on the engine's thread.
        fixture.engine()
                .connect(
                        address,
                        fixture.watched(connection -> {
                            await(attached);
                            return in -> in.position(in.limit());
                        }),
                        EngineFixture.OPTIONS)
                .thenAccept(connection -> {
                    try {
                        fixture.engine().close(Conditions.LIMIT);
                        refused.completeExceptionally(new AssertionError("close() was accepted"));
                    } catch (IllegalStateException expected) {
                        refused.complete(null);
                    }
                    attempt.complete(connection);
                });
        attached.countDown();
        Conditions.await("close() in a continuation of connect() is refused", refused);
        Conditions.await("connected", attempt).close();
    }

    private static void await(CountDownLatch latch) {
        try {
            Conditions.await("the test goes on", latch);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** Connections besides the stuck one are closed as usual. */
    private static void interruptible(EngineFixture fixture) throws Exception {
        ScriptedProtocol other = new ScriptedProtocol().stopping(_ -> false);
        fixture.peer(fixture.listen(other));
        other.connection();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CountDownLatch inside = new CountDownLatch(1);
        ScriptedProtocol stuck = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            inside.countDown();
            try {
                interrupted.complete(!new CountDownLatch(1).await(1, TimeUnit.HOURS));
            } catch (InterruptedException hurry) {
                interrupted.complete(true);
            }
        });
        fixture.peer(fixture.listen(stuck)).send(new byte[1]);
        Conditions.await("a callback is stuck", inside);
        FutureTask<Shutdown> closing = fixture.start(() -> fixture.engine().close(Duration.ofMillis(1)));
        Assert.that(Conditions.await("the callback is interrupted", interrupted), "the callback returned by itself");
        Assert.equal(Shutdown.FORCED, fixture.finish(closing), "shutdown");
        Assert.instance(EngineClosedException.class, other.cause(), "the other's cause");
        Assert.instance(EngineClosedException.class, stuck.cause(), "cause");
    }

    /** The interrupt is cleared; if it were kept, the next wait would end at once, and the surrounding loop would spin. */
    private static void awaitDeafly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException ignored) {
            Assert.that(gate.getCount() > 0, "interrupted after the end");
        }
    }

    private static void uninterruptible(EngineFixture fixture) throws Exception {
        fixture.expectWarnings();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        ScriptedProtocol stuck = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            inside.countDown();
            while (gate.getCount() > 0) {
                awaitDeafly(gate);
            }
        });
        fixture.peer(fixture.listen(stuck)).send(new byte[1]);
        Conditions.await("a callback is stuck", inside);
        FutureTask<Shutdown> closing = fixture.start(() -> fixture.engine().close(Duration.ofMillis(1)));
        try {
            Assert.equal(Shutdown.INCOMPLETE, fixture.finish(closing), "shutdown");
        } finally {
            gate.countDown();
        }
        Assert.instance(EngineClosedException.class, stuck.cause(), "cause, once the callback has returned");
        Conditions.await("nothing is left", () -> fixture.engine().stats().connections() == 0);
    }

    private static void connecting(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        List<CompletableFuture<?>> attempts = new java.util.ArrayList<>();
        for (int count = 0; count < 20; count++) {
            attempts.add(fixture.engine()
                    .connect(
                            address,
                            fixture.watched(connection -> in -> in.position(in.limit())),
                            EngineFixture.OPTIONS)
                    .toCompletableFuture());
        }
        fixture.engine().close();
        Conditions.await("every attempt has an end", () -> attempts.stream().allMatch(CompletableFuture::isDone));
    }
}
