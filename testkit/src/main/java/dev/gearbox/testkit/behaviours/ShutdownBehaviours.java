package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Shutdown;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
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
                Behaviour.of("forced shutdown ends them, whatever they are at", ShutdownBehaviours::forced),
                Behaviour.of(
                        "an engine that never did anything shuts down",
                        stage -> Check.equal(Shutdown.GRACEFUL, stage.engine().close(Duration.ZERO), "shutdown")),
                Behaviour.of("a closed engine refuses work", ShutdownBehaviours::closedEngine),
                Behaviour.of("an engine is not closed from within its own callback", ShutdownBehaviours::fromCallback),
                Behaviour.needing(
                        Capability.CLIENT,
                        "an engine is not closed in what follows its own connect",
                        ShutdownBehaviours::fromContinuation),
                Behaviour.of("shutdown interrupts a callback that does not return", ShutdownBehaviours::interruptible),
                Behaviour.of(
                        "shutdown gives up a callback that cannot be interrupted", ShutdownBehaviours::uninterruptible),
                Behaviour.needing(
                        Capability.CLIENT, "shutdown while clients are connecting", ShutdownBehaviours::connecting));
    }

    private static void graceful(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        Peer peer = stage.peer(address);
        Peer other = stage.peer(address);
        peer.echo(new byte[10]);
        other.echo(new byte[10]);
        FutureTask<Shutdown> closing = stage.start(() -> stage.engine().close(Patience.LIMIT));
        Patience.await("nobody is let in any more", () -> {
            try (Peer late = Peer.connect(address, 0)) {
                return late.localAddress().getPort() == 0;
            } catch (IOException refused) {
                return true;
            }
        });
        peer.echo(new byte[10]);
        peer.endOutput();
        Check.equal(0, peer.receiveAll().length, "bytes at the end");
        Check.that(!closing.isDone(), "close() returned while a connection was open");
        other.echo(new byte[10]);
        other.close();
        Check.equal(Shutdown.GRACEFUL, stage.finish(closing), "shutdown");
        Check.equal(Shutdown.GRACEFUL, stage.engine().close(Duration.ZERO), "the second shutdown");
    }

    private static void forced(Stage stage) throws Exception {
        Script quiet = new Script();
        Script paused = new Script().opening(Connection::pause);
        Script flooding = new Script().opening(connection -> connection.write(ByteBuffer.allocate(12_000_000)));
        Script scheduled = new Script().opening(connection -> connection.schedule(Duration.ofHours(1), () -> {}));
        List<Script> all = List.of(quiet, paused, flooding, scheduled);
        for (Script each : all) {
            stage.peer(stage.listen(each), 4 << 10);
            each.connection();
        }
        Check.equal(Shutdown.FORCED, stage.engine().close(Duration.ofMillis(1)), "shutdown");
        for (Script each : all) {
            Check.instance(EngineClosedException.class, each.cause(), "cause of case " + all.indexOf(each));
        }
        Check.equal(Shutdown.FORCED, stage.engine().close(Duration.ZERO), "the second shutdown");
    }

    private static void closedEngine(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        stage.engine().close();
        Check.fails(
                IllegalStateException.class,
                () -> {
                    try {
                        stage.listen(connection -> connection::write);
                    } catch (IOException failure) {
                        throw new java.io.UncheckedIOException(failure);
                    }
                },
                "listen() on a closed engine");
        if (stage.card().capabilities().contains(Capability.CLIENT)) {
            Check.instance(
                    IllegalStateException.class,
                    FailureBehaviours.failure(
                            stage.engine().connect(address, connection -> connection::write, Stage.OPTIONS)),
                    "connect() on a closed engine");
        }
    }

    private static void fromCallback(Stage stage) throws Exception {
        CompletableFuture<Void> refused = new CompletableFuture<>();
        stage.peer(stage.listen(new Script()
                .opening(connection -> connection.execute(() -> {
                    try {
                        stage.engine().close(Patience.LIMIT);
                        refused.completeExceptionally(new AssertionError("close() was accepted"));
                    } catch (IllegalStateException expected) {
                        refused.complete(null);
                    }
                }))));
        Patience.await("close() from a callback is refused", refused);
    }

    private static void fromContinuation(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        CompletableFuture<Connection> attempt = new CompletableFuture<>();
        CompletableFuture<Void> refused = new CompletableFuture<>();
        CountDownLatch attached = new CountDownLatch(1);
        // The session opens, and so the stage completes, when something follows it: on the thread of the engine.
        stage.engine()
                .connect(
                        address,
                        stage.watched(connection -> {
                            await(attached);
                            return in -> in.position(in.limit());
                        }),
                        Stage.OPTIONS)
                .thenAccept(connection -> {
                    try {
                        stage.engine().close(Patience.LIMIT);
                        refused.completeExceptionally(new AssertionError("close() was accepted"));
                    } catch (IllegalStateException expected) {
                        refused.complete(null);
                    }
                    attempt.complete(connection);
                });
        attached.countDown();
        Patience.await("close() in what follows connect() is refused", refused);
        Patience.await("connected", attempt).close();
    }

    private static void await(CountDownLatch latch) {
        try {
            Patience.await("the test goes on", latch);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** Beside it, others that do: they are closed as ever. */
    private static void interruptible(Stage stage) throws Exception {
        Script other = new Script();
        stage.peer(stage.listen(other));
        other.connection();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CountDownLatch inside = new CountDownLatch(1);
        Script stuck = new Script().receiving((connection, in) -> {
            in.position(in.limit());
            inside.countDown();
            try {
                interrupted.complete(!new CountDownLatch(1).await(1, TimeUnit.HOURS));
            } catch (InterruptedException hurry) {
                interrupted.complete(true);
            }
        });
        stage.peer(stage.listen(stuck)).send(new byte[1]);
        Patience.await("a callback is stuck", inside);
        FutureTask<Shutdown> closing = stage.start(() -> stage.engine().close(Duration.ofMillis(1)));
        Check.that(Patience.await("the callback is interrupted", interrupted), "the callback returned by itself");
        Check.equal(Shutdown.FORCED, stage.finish(closing), "shutdown");
        Check.instance(EngineClosedException.class, other.cause(), "the other's cause");
        Check.instance(EngineClosedException.class, stuck.cause(), "cause");
    }

    /** An interruption is heard and forgotten; were it kept, the next wait would end at once, and the loop around this one would spin. */
    private static void awaitDeafly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException ignored) {
            Check.that(gate.getCount() > 0, "interrupted after the end");
        }
    }

    private static void uninterruptible(Stage stage) throws Exception {
        stage.expectWarnings();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Script stuck = new Script().receiving((connection, in) -> {
            in.position(in.limit());
            inside.countDown();
            while (gate.getCount() > 0) {
                awaitDeafly(gate);
            }
        });
        stage.peer(stage.listen(stuck)).send(new byte[1]);
        Patience.await("a callback is stuck", inside);
        FutureTask<Shutdown> closing = stage.start(() -> stage.engine().close(Duration.ofMillis(1)));
        try {
            Check.equal(Shutdown.INCOMPLETE, stage.finish(closing), "shutdown");
        } finally {
            gate.countDown();
        }
        Check.instance(EngineClosedException.class, stuck.cause(), "cause, once the callback has returned");
        Patience.await("nothing is left", () -> stage.engine().stats().connections() == 0);
    }

    private static void connecting(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        List<CompletableFuture<?>> attempts = new java.util.ArrayList<>();
        for (int count = 0; count < 20; count++) {
            attempts.add(stage.engine()
                    .connect(address, stage.watched(connection -> in -> in.position(in.limit())), Stage.OPTIONS)
                    .toCompletableFuture());
        }
        stage.engine().close();
        Patience.await("every attempt has an end", () -> attempts.stream().allMatch(CompletableFuture::isDone));
    }
}
