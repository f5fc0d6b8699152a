package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Inapplicable;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** What fails stays where it failed, and says why. */
final class FailureBehaviours {
    private FailureBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a reset while bytes are awaited", FailureBehaviours::resetIdle),
                Behaviour.of("a reset in mid-read", FailureBehaviours::resetMidRead),
                Behaviour.of("a reset in mid-write", FailureBehaviours::resetMidWrite),
                Behaviour.of("a reset right after connecting", FailureBehaviours::resetEarly),
                Behaviour.of("a session that throws closes its connection and no other", FailureBehaviours::throwing),
                Behaviour.of(
                        "what was written before a callback threw is sent", FailureBehaviours::throwingAfterWrites),
                Behaviour.of(
                        "what a callback throws is logged once if the session does not hear of it",
                        FailureBehaviours::throwingUnheard),
                Behaviour.of("a session that throws in closed", FailureBehaviours::throwingInClosed),
                Behaviour.of("a protocol that throws in open", FailureBehaviours::throwingInOpen),
                Behaviour.of("a port in use", FailureBehaviours::portInUse),
                Behaviour.of(
                        "a closed listener frees its port and keeps its connections",
                        FailureBehaviours::closedListener),
                Behaviour.needing(Capability.CLIENT, "connect refused", FailureBehaviours::refused),
                Behaviour.needing(Capability.CLIENT, "connect to a host that does not answer", FailureBehaviours::mute),
                Behaviour.needing(
                        Capability.CLIENT, "a client protocol that throws in open", FailureBehaviours::clientThrows));
    }

    private static void throwingAfterWrites(Stage stage) throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        byte[] answer = stage.bytes(50_000);
        Script script = new Script().receiving((connection, in) -> {
            in.position(in.limit());
            connection.execute(() -> connection.write(ByteBuffer.wrap(answer)));
            connection.execute(() -> {
                throw planted;
            });
            connection.execute(() -> stage.violation("a task ran after one that threw"));
        });
        Peer peer = stage.peer(stage.listen(script, Options.DEFAULT.withLinger(Patience.LIMIT)));
        peer.send(new byte[1]);
        Check.equal(answer, peer.receive(answer.length), "what the first task wrote");
        peer.awaitClosed();
        Check.equal(planted, script.cause(), "cause");
    }

    private static void throwingUnheard(Stage stage) throws Exception {
        stage.expectWarnings();
        IllegalStateException planted = new IllegalStateException("planted");
        try (CapturedLog log = new CapturedLog()) {
            Peer peer = stage.peer(stage.listen(connection -> in -> {
                throw planted;
            }));
            peer.send(new byte[1]);
            stage.awaitAllClosed();
            Patience.await("the exception is logged", () -> log.warnings(planted) > 0);
            Check.equal(1L, log.warnings(planted), "warnings");
        }
    }

    private static void resetIdle(Stage stage) throws Exception {
        Script script = new Script().receiving((connection, in) -> connection.write(in));
        Peer peer = stage.peer(stage.listen(script));
        peer.echo(new byte[10]);
        peer.reset();
        Check.instance(ConnectionResetException.class, script.cause(), "cause");
    }

    private static void resetMidRead(Stage stage) throws Exception {
        Script script = new Script();
        Peer peer = stage.peer(stage.listen(script));
        var sending = stage.start(() -> {
            peer.send(stage.bytes(500_000));
            peer.reset();
            return null;
        });
        Check.instance(ConnectionResetException.class, script.cause(), "cause");
        stage.finish(sending);
    }

    private static void resetMidWrite(Stage stage) throws Exception {
        CountDownLatch full = new CountDownLatch(1);
        Script script = new Script().opening(connection -> connection.write(ByteBuffer.allocate(15_000_000)));
        script.closing(connection -> full.countDown());
        Peer peer = stage.peer(stage.listen(script), 8 << 10);
        peer.receive(100_000);
        // Writing goes on after the reset, until closed() says so: it is accepted and dropped, never refused.
        Connection connection = script.connection();
        peer.reset();
        Patience.await("the session is closed", () -> {
            connection.execute(() -> connection.write(ByteBuffer.allocate(1)));
            return full.getCount() == 0;
        });
        Check.instance(ConnectionResetException.class, script.cause(), "cause");
    }

    private static void resetEarly(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        for (int count = 0; count < 50; count++) {
            stage.peer(address).reset();
        }
        stage.peer(address).echo(new byte[10]);
        Patience.await("only the last is left", () -> stage.engine().stats().connections() == 1);
    }

    private static void throwing(Stage stage) throws Exception {
        Script bystander = new Script().receiving((connection, in) -> connection.write(in));
        Peer other = stage.peer(stage.listen(bystander));
        IllegalArgumentException planted = new IllegalArgumentException("planted");
        List<Script> culprits = List.of(
                new Script().receiving((connection, in) -> {
                    throw planted;
                }),
                new Script().ended(connection -> {
                    throw planted;
                }),
                new Script()
                        .receiving((connection, in) -> connection.execute(() -> {
                            throw planted;
                        })),
                new Script()
                        .receiving((connection, in) -> connection.schedule(Duration.ofMillis(1), () -> {
                            throw planted;
                        })),
                new Script()
                        .receiving((connection, in) -> connection.write(ByteBuffer.allocate(100_000)))
                        .writable(connection -> {
                            throw planted;
                        }));
        // All but the second talk on when the peer has ended, or that might close them first.
        culprits.stream().filter(each -> each != culprits.get(1)).forEach(each -> each.ended(connection -> true));
        for (Script culprit : culprits) {
            Peer peer = stage.peer(stage.listen(culprit));
            peer.send(new byte[10]);
            peer.endOutput();
            Check.equal(planted, culprit.cause(), "cause of case " + culprits.indexOf(culprit));
            peer.awaitClosed();
            other.echo(new byte[10]);
        }
        Check.that(!bystander.closed.isDone(), "another connection was closed, too");
    }

    private static void throwingInClosed(Stage stage) throws Exception {
        stage.expectWarnings();
        CountDownLatch thrown = new CountDownLatch(1);
        Script script = new Script().closing(connection -> {
            thrown.countDown();
            throw new IllegalStateException("planted");
        });
        InetSocketAddress address = stage.listen(script);
        Peer peer = stage.peer(address);
        peer.send(new byte[1]);
        peer.endOutput();
        Patience.await("closed() has thrown", thrown);
        peer.awaitClosed();
        Patience.await("the connection is gone", () -> stage.engine().stats().connections() == 0);
        stage.peer(stage.listen(connection -> connection::write)).echo(new byte[10]);
    }

    private static void throwingInOpen(Stage stage) throws Exception {
        stage.expectWarnings();
        InetSocketAddress address = stage.listen(connection -> {
            throw new IllegalStateException("planted");
        });
        for (int count = 0; count < 5; count++) {
            stage.peer(address).awaitClosed();
        }
        stage.peer(stage.listen(connection -> connection::write)).echo(new byte[10]);
        Patience.await("the connections are gone", () -> stage.engine().stats().connections() == 1);
    }

    private static void portInUse(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        try {
            stage.engine().listen(address, connection -> connection::write, Stage.OPTIONS);
            throw new AssertionError("two listeners on " + address);
        } catch (BindException expected) {
            stage.peer(address).echo(new byte[10]);
        }
    }

    private static void closedListener(Stage stage) throws Exception {
        Listener listener = stage.listener(connection -> connection::write, Stage.OPTIONS);
        InetSocketAddress address = (InetSocketAddress) listener.address();
        Peer before = stage.peer(address);
        before.echo(new byte[10]);
        Check.equal(1L, listener.connections().count(), "Listener.connections");
        listener.close();
        listener.close();
        // Whoever was in the backlog may still get through the handshake on some systems, but nobody is served any
        // more.
        try (Peer late = stage.ownPeer(address)) {
            late.awaitClosed();
        } catch (ConnectException expected) {
            before.echo(new byte[10]);
        }
        before.echo(new byte[10]);
        try (Listener again =
                stage.engine().listen(address, stage.watched(connection -> connection::write), Stage.OPTIONS)) {
            stage.peer((InetSocketAddress) again.address()).echo(new byte[10]);
        }
    }

    private static void refused(Stage stage) throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) server.getLocalSocketAddress();
        }
        for (int count = 0; count < 5; count++) {
            CompletionStage<Connection> attempt =
                    stage.engine().connect(nobody, stage.watched(connection -> connection::write), Stage.OPTIONS);
            Check.instance(ConnectException.class, failure(attempt), "connect where nobody listens");
        }
        Check.equal(0, stage.sessions(), "sessions");
    }

    private static void mute(Stage stage) throws Exception {
        Duration timeout = Duration.ofMillis(100);
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fillBacklog(stage, full, timeout);
            CompletionStage<Connection> attempt = stage.engine()
                    .connect(
                            full.getLocalSocketAddress(),
                            stage.watched(connection -> connection::write),
                            Stage.OPTIONS.withConnectTimeout(timeout));
            Check.instance(SocketTimeoutException.class, failure(attempt), "connect that is not answered");
        }
        Check.equal(0, stage.sessions(), "sessions");
    }

    /** Connects until the system answers no more: nobody accepts. */
    private static void fillBacklog(Stage stage, ServerSocket server, Duration timeout) throws IOException {
        for (int count = 0; count < 100; count++) {
            Socket socket = stage.closing(new Socket());
            try {
                socket.connect(server.getLocalSocketAddress(), Math.toIntExact(timeout.toMillis()));
            } catch (SocketTimeoutException full) {
                return;
            }
        }
        throw new Inapplicable("this system answers however many connect while nobody accepts");
    }

    private static void clientThrows(Stage stage) throws Exception {
        stage.expectWarnings();
        InetSocketAddress address = stage.listen(connection -> connection::write);
        IllegalStateException planted = new IllegalStateException("planted");
        CompletionStage<Connection> attempt = stage.engine()
                .connect(
                        address,
                        connection -> {
                            throw planted;
                        },
                        Stage.OPTIONS);
        Check.equal(planted, failure(attempt), "what open() threw");
        Patience.await("both ends are closed", () -> stage.engine().stats().connections() == 0);
    }

    /** What the attempt fails with; waits for it. */
    static Throwable failure(CompletionStage<Connection> attempt) throws Exception {
        Throwable failure = Patience.await(
                "the attempt is over",
                attempt.handle((connection, thrown) -> thrown == null ? new AssertionError("connected") : thrown));
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }
}
