package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Who may ask for a shift, when, and what they are told. */
final class ShiftAnswerBehaviours {
    private static final List<Behaviour> ALL = List.of(
            Behaviour.shifting("a shift from within a callback", ShiftAnswerBehaviours::inCallback),
            Behaviour.shifting("two shifts at once", ShiftAnswerBehaviours::twoAtOnce),
            Behaviour.shifting("a shift to where it is", ShiftAnswerBehaviours::toItself),
            Behaviour.shifting("a shift to a closed engine", ShiftAnswerBehaviours::toClosed),
            Behaviour.shifting("a shift of a closed connection", ShiftAnswerBehaviours::ofClosed));

    private ShiftAnswerBehaviours() {}

    static List<Behaviour> all() {
        return ALL;
    }

    private static void inCallback(Stage stage) throws Exception {
        Queue<CompletionStage<Void>> shifts = new ConcurrentLinkedQueue<>();
        Engine here = stage.engine();
        Engine there = stage.target();
        Peer peer = stage.peer(stage.listen(new Script().receiving((connection, in) -> {
            shifts.add(connection.shiftTo(connection.engine().equals(here) ? there : here));
            connection.write(in);
        })));
        for (int round = 0; round < 20; round++) {
            peer.echo(stage.bytes(100));
            for (CompletionStage<Void> each; (each = shifts.poll()) != null; ) {
                Patience.await("the shift of a callback", each);
            }
        }
    }

    private static void twoAtOnce(Stage stage) throws Exception {
        Script script = Shifts.echo();
        Peer peer = stage.peer(stage.listen(script));
        Connection connection = script.connection();
        stage.target();
        for (int round = 0; round < 20; round++) {
            Engine to = round % 2 == 0 ? stage.target() : stage.engine();
            AtomicInteger won = new AtomicInteger();
            Callable<@Nullable Object> one = () -> {
                ShiftException.Reason reason = Shifts.failure(connection.shiftTo(to));
                if (reason == null) {
                    won.incrementAndGet();
                } else {
                    Check.equal(ShiftException.Reason.UNDER_WAY, reason, "what the other one is told");
                }
                return null;
            };
            stage.together(one, one);
            Check.that(won.get() > 0, "of two shifts at once none won");
            Check.equal(to, connection.engine(), "the engine after two shifts at once");
        }
        peer.echo(stage.bytes(1_000));
    }

    private static void toItself(Stage stage) throws Exception {
        Script script = Shifts.echo();
        Peer peer = stage.peer(stage.listen(script));
        Shifts.shift(script.connection(), stage.engine());
        peer.echo(stage.bytes(1_000));
    }

    private static void toClosed(Stage stage) throws Exception {
        Script script = Shifts.echo();
        Peer peer = stage.peer(stage.listen(script));
        stage.target().close();
        Shifts.fails(ShiftException.Reason.REFUSED, script.connection().shiftTo(stage.target()));
        Check.equal(stage.engine(), script.connection().engine(), "the engine after a shift that failed");
        peer.echo(stage.bytes(1_000));
    }

    private static void ofClosed(Stage stage) throws Exception {
        Script script = Shifts.echo();
        Peer peer = stage.peer(stage.listen(script));
        peer.echo(stage.bytes(10));
        peer.endOutput();
        Check.equal(null, script.cause(), "cause");
        Shifts.fails(
                ShiftException.Reason.CONNECTION_CLOSED, script.connection().shiftTo(stage.target()));
    }
}
