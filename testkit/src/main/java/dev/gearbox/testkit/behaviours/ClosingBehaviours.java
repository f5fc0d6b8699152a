package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Connections that are closed from outside their sessions' callbacks: the sessions have the last word, and what decorates them has its own. */
final class ClosingBehaviours {
    private static final byte[] LAST_WORD = {1, 2, 3};
    private static final Options PATIENT = Options.DEFAULT.withLinger(Patience.LIMIT);

    private ClosingBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "all of an engine's connections closed from outside end cleanly for their peers",
                        ClosingBehaviours::engineClosed),
                Behaviour.of(
                        "all of a listener's connections closed from outside end cleanly for their peers",
                        ClosingBehaviours::listenerClosed),
                Behaviour.of("a session closed from outside has the last word", ClosingBehaviours::lastWord),
                Behaviour.of(
                        "a session that is asked to close and does not is closed after the linger",
                        ClosingBehaviours::silent),
                Behaviour.shifting(
                        "a session closed from outside has the last word after a shift",
                        ClosingBehaviours::lastWordElsewhere));
    }

    private static void engineClosed(Stage stage) throws Exception {
        endCleanly(stage, _ -> stage.engine().connections().forEach(Connection::close));
    }

    private static void listenerClosed(Stage stage) throws Exception {
        endCleanly(
                stage,
                listeners -> listeners.forEach(listener -> {
                    listener.close();
                    listener.connections().forEach(Connection::close);
                }));
    }

    /** What is closed is what is on the wire, which knows the decorated sessions only: a peer that speaks TLS reads to an end that it believes. */
    private static void endCleanly(Stage stage, Consumer<List<Listener>> close) throws Exception {
        List<Listener> listeners = new ArrayList<>();
        List<Script> scripts = new ArrayList<>();
        List<Peer> peers = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            Script script = Shifts.echo();
            Listener listener = stage.listener(script, PATIENT);
            Peer peer = stage.peer((InetSocketAddress) listener.address());
            peer.echo(stage.bytes(100));
            scripts.add(script);
            listeners.add(listener);
            peers.add(peer);
        }
        close.accept(listeners);
        for (int index = 0; index < peers.size(); index++) {
            Check.equal(0, peers.get(index).receiveAll().length, "bytes before the end");
            peers.get(index).close();
            Check.equal(null, scripts.get(index).cause(), "cause");
        }
    }

    private static void lastWord(Stage stage) throws Exception {
        byte[] before = stage.bytes(1_000_000);
        for (boolean itself : new boolean[] {false, true}) {
            CompletableFuture<Boolean> asked = new CompletableFuture<>();
            Script script = new Script()
                    .opening(connection -> connection.write(ByteBuffer.wrap(before)))
                    .asked(connection -> {
                        if (!asked.complete(true)) {
                            stage.violation("closing() twice");
                        }
                        connection.write(ByteBuffer.wrap(LAST_WORD));
                        if (itself) {
                            connection.schedule(Duration.ZERO, () -> {
                                connection.write(ByteBuffer.wrap(LAST_WORD));
                                connection.close();
                            });
                        }
                        return !itself;
                    });
            Peer peer = stage.peer(stage.listen(script, PATIENT));
            Connection connection = script.connection();
            connection.close();
            connection.close();
            Check.equal(before, peer.receive(before.length), "what was written before");
            Check.equal(LAST_WORD, peer.receive(LAST_WORD.length), "the last word");
            byte[] rest = peer.receiveAll();
            Check.equal(itself ? LAST_WORD : new byte[0], rest, "what follows it");
            peer.close();
            Check.equal(null, script.cause(), "cause");
        }
    }

    private static void silent(Stage stage) throws Exception {
        Script script = new Script().asked(_ -> false);
        Peer peer = stage.peer(stage.listen(script, Options.DEFAULT.withLinger(Duration.ofMillis(20))));
        script.connection().close();
        Check.equal(0, peer.receiveAll().length, "bytes before the end");
        peer.close();
        Check.equal(null, script.cause(), "cause");
    }

    private static void lastWordElsewhere(Stage stage) throws Exception {
        Script script = Shifts.echo().asked(connection -> {
            connection
                    .shiftTo(stage.target())
                    .whenComplete((_, _) -> connection.execute(() -> {
                        connection.write(ByteBuffer.wrap(LAST_WORD));
                        connection.close();
                    }));
            return false;
        });
        Peer peer = stage.peer(stage.listen(script, PATIENT));
        stage.target();
        peer.echo(stage.bytes(100));
        script.connection().close();
        Check.equal(LAST_WORD, peer.receiveAll(), "the last word");
        peer.close();
        Check.equal(null, script.cause(), "cause");
        Check.equal(1L, stage.target().stats().shiftsIn(), "shifts");
    }
}
