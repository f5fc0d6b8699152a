package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
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

/** A failure affects nothing else, and its cause is reported. */
final class FailureBehaviours {
    private FailureBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a reset while waiting for bytes", FailureBehaviours::resetIdle),
                Behaviour.of("a reset in mid-read", FailureBehaviours::resetMidRead),
                Behaviour.of("a reset in mid-write", FailureBehaviours::resetMidWrite),
                Behaviour.of("a reset right after connecting", FailureBehaviours::resetEarly),
                Behaviour.of("a session that throws closes its connection and no other", FailureBehaviours::throwing),
                Behaviour.of(
                        "what was written before a callback threw is sent", FailureBehaviours::throwingAfterWrites),
                Behaviour.of(
                        "an exception of a callback is logged once unless the session handles it",
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

    private static void throwingAfterWrites(EngineFixture fixture) throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        byte[] answer = fixture.bytes(50_000);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            connection.execute(() -> connection.write(ByteBuffer.wrap(answer)));
            connection.execute(() -> {
                throw planted;
            });
            connection.execute(() -> fixture.violation("a task ran after one that threw"));
        });
        Peer peer = fixture.peer(fixture.listen(script, Options.DEFAULT.withLinger(Conditions.LIMIT)));
        peer.send(new byte[1]);
        Assert.equal(answer, peer.receive(answer.length), "what the first task wrote");
        peer.awaitClosed();
        Assert.equal(planted, script.cause(), "cause");
    }

    private static void throwingUnheard(EngineFixture fixture) throws Exception {
        fixture.expectWarnings();
        IllegalStateException planted = new IllegalStateException("planted");
        try (CapturedLog log = new CapturedLog()) {
            Peer peer = fixture.peer(fixture.listen(connection -> in -> {
                throw planted;
            }));
            peer.send(new byte[1]);
            fixture.awaitAllClosed();
            Conditions.await("the exception is logged", () -> log.warnings(planted) > 0);
            Assert.equal(1L, log.warnings(planted), "warnings");
        }
    }

    private static void resetIdle(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer peer = fixture.peer(fixture.listen(script));
        peer.echo(new byte[10]);
        peer.reset();
        Assert.instance(ConnectionResetException.class, script.cause(), "cause");
    }

    private static void resetMidRead(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol();
        Peer peer = fixture.peer(fixture.listen(script));
        var sending = fixture.start(() -> {
            peer.send(fixture.bytes(250_000));
            // A reset discards what was not read: behind a decorator that waits for a preamble, the session might
            // never have been opened.
            script.connection();
            peer.send(fixture.bytes(250_000));
            peer.reset();
            return null;
        });
        Assert.instance(ConnectionResetException.class, script.cause(), "cause");
        fixture.finish(sending);
    }

    private static void resetMidWrite(EngineFixture fixture) throws Exception {
        CountDownLatch full = new CountDownLatch(1);
        ScriptedProtocol script =
                new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.allocate(15_000_000)));
        script.closing(connection -> full.countDown());
        Peer peer = fixture.peer(fixture.listen(script), 8 << 10);
        peer.receive(100_000);
        // Writes continue after the reset, until closed(): they are accepted and discarded, never refused.
        Connection connection = script.connection();
        peer.reset();
        Conditions.await("the session is closed", () -> {
            connection.execute(() -> connection.write(ByteBuffer.allocate(1)));
            return full.getCount() == 0;
        });
        Assert.instance(ConnectionResetException.class, script.cause(), "cause");
    }

    private static void resetEarly(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        for (int count = 0; count < 50; count++) {
            fixture.peer(address).reset();
        }
        fixture.peer(address).echo(new byte[10]);
        Conditions.await("only the last is left", () -> fixture.engine().stats().connections() == 1);
    }

    private static void throwing(EngineFixture fixture) throws Exception {
        ScriptedProtocol bystander = new ScriptedProtocol().receiving((connection, in) -> connection.write(in));
        Peer other = fixture.peer(fixture.listen(bystander));
        IllegalArgumentException planted = new IllegalArgumentException("planted");
        List<ScriptedProtocol> culprits = List.of(
                new ScriptedProtocol().receiving((connection, in) -> {
                    throw planted;
                }),
                new ScriptedProtocol().ended(connection -> {
                    throw planted;
                }),
                new ScriptedProtocol()
                        .receiving((connection, in) -> connection.execute(() -> {
                            throw planted;
                        })),
                new ScriptedProtocol()
                        .receiving((connection, in) -> connection.schedule(Duration.ofMillis(1), () -> {
                            throw planted;
                        })),
                new ScriptedProtocol()
                        .receiving((connection, in) -> connection.write(ByteBuffer.allocate(100_000)))
                        .writable(connection -> {
                            throw planted;
                        }));
        // All but the second send on after the peer has ended, which might close them first.
        culprits.stream().filter(each -> each != culprits.get(1)).forEach(each -> each.ended(connection -> true));
        for (ScriptedProtocol culprit : culprits) {
            Peer peer = fixture.peer(fixture.listen(culprit));
            peer.send(new byte[10]);
            peer.endOutput();
            Assert.equal(planted, culprit.cause(), "cause of case " + culprits.indexOf(culprit));
            peer.awaitClosed();
            other.echo(new byte[10]);
        }
        Assert.that(!bystander.closed.isDone(), "another connection was closed, too");
    }

    private static void throwingInClosed(EngineFixture fixture) throws Exception {
        fixture.expectWarnings();
        CountDownLatch thrown = new CountDownLatch(1);
        ScriptedProtocol script = new ScriptedProtocol().closing(connection -> {
            thrown.countDown();
            throw new IllegalStateException("planted");
        });
        InetSocketAddress address = fixture.listen(script);
        Peer peer = fixture.peer(address);
        peer.send(new byte[1]);
        peer.endOutput();
        Conditions.await("closed() has thrown", thrown);
        peer.awaitClosed();
        Conditions.await(
                "the connection is gone", () -> fixture.engine().stats().connections() == 0);
        fixture.peer(fixture.listen(connection -> connection::write)).echo(new byte[10]);
    }

    private static void throwingInOpen(EngineFixture fixture) throws Exception {
        fixture.expectWarnings();
        InetSocketAddress address = fixture.listen(connection -> {
            throw new IllegalStateException("planted");
        });
        for (int count = 0; count < 5; count++) {
            fixture.peer(address).awaitClosed();
        }
        fixture.peer(fixture.listen(connection -> connection::write)).echo(new byte[10]);
        Conditions.await(
                "the connections are gone", () -> fixture.engine().stats().connections() == 1);
    }

    private static void portInUse(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        try {
            fixture.engine().listen(address, connection -> connection::write, EngineFixture.OPTIONS);
            throw new AssertionError("two listeners on " + address);
        } catch (BindException expected) {
            fixture.peer(address).echo(new byte[10]);
        }
    }

    private static void closedListener(EngineFixture fixture) throws Exception {
        Listener listener = fixture.listener(connection -> connection::write, EngineFixture.OPTIONS);
        InetSocketAddress address = (InetSocketAddress) listener.address();
        Peer before = fixture.peer(address);
        before.echo(new byte[10]);
        Assert.equal(1L, listener.connections().count(), "Listener.connections");
        listener.close();
        listener.close();
        // Connections in the backlog may still complete the handshake on some systems, but they are no longer served.
        try (Peer late = fixture.ownPeer(address)) {
            late.awaitClosed();
        } catch (ConnectException expected) {
            before.echo(new byte[10]);
        }
        before.echo(new byte[10]);
        try (Listener again = fixture.engine()
                .listen(address, fixture.watched(connection -> connection::write), EngineFixture.OPTIONS)) {
            fixture.peer((InetSocketAddress) again.address()).echo(new byte[10]);
        }
    }

    private static void refused(EngineFixture fixture) throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) server.getLocalSocketAddress();
        }
        for (int count = 0; count < 5; count++) {
            CompletionStage<Connection> attempt = fixture.engine()
                    .connect(nobody, fixture.watched(connection -> connection::write), EngineFixture.OPTIONS);
            Assert.instance(ConnectException.class, failure(attempt), "connect without a listener");
        }
        Assert.equal(0, fixture.sessions(), "sessions");
    }

    private static void mute(EngineFixture fixture) throws Exception {
        Duration timeout = Duration.ofMillis(100);
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fillBacklog(fixture, full, timeout);
            CompletionStage<Connection> attempt = fixture.engine()
                    .connect(
                            full.getLocalSocketAddress(),
                            fixture.watched(connection -> connection::write),
                            EngineFixture.OPTIONS.withConnectTimeout(timeout));
            Assert.instance(SocketTimeoutException.class, failure(attempt), "connect that is not answered");
        }
        Assert.equal(0, fixture.sessions(), "sessions");
    }

    /** Connects until the system no longer answers, since connections are not accepted. */
    private static void fillBacklog(EngineFixture fixture, ServerSocket server, Duration timeout) throws IOException {
        for (int count = 0; count < 100; count++) {
            Socket socket = fixture.closing(new Socket());
            try {
                socket.connect(server.getLocalSocketAddress(), Math.toIntExact(timeout.toMillis()));
            } catch (SocketTimeoutException full) {
                return;
            }
        }
        throw new Inapplicable("this system answers any number of connects without an accept");
    }

    private static void clientThrows(EngineFixture fixture) throws Exception {
        fixture.expectWarnings();
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        IllegalStateException planted = new IllegalStateException("planted");
        CompletionStage<Connection> attempt = fixture.engine()
                .connect(
                        address,
                        connection -> {
                            throw planted;
                        },
                        EngineFixture.OPTIONS);
        Assert.equal(planted, failure(attempt), "what open() threw");
        Conditions.await("both ends are closed", () -> fixture.engine().stats().connections() == 0);
    }

    /** Waits for the failure of the attempt and returns it. */
    static Throwable failure(CompletionStage<Connection> attempt) throws Exception {
        Throwable failure = Conditions.await(
                "the attempt is over",
                attempt.handle((connection, thrown) -> thrown == null ? new AssertionError("connected") : thrown));
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }
}
