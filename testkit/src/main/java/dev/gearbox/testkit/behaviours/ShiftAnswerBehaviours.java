package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import dev.gearbox.testkit.fixture.Shifts;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Which requests for a shift succeed, and how the others fail. */
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

    private static void inCallback(EngineFixture fixture) throws Exception {
        Queue<CompletionStage<Void>> shifts = new ConcurrentLinkedQueue<>();
        Engine here = fixture.engine();
        Engine there = fixture.target();
        Peer peer = fixture.peer(fixture.listen(new ScriptedProtocol().receiving((connection, in) -> {
            shifts.add(connection.shiftTo(connection.engine().equals(here) ? there : here));
            connection.write(in);
        })));
        for (int round = 0; round < 20; round++) {
            peer.echo(fixture.bytes(100));
            for (CompletionStage<Void> each; (each = shifts.poll()) != null; ) {
                Conditions.await("the shift of a callback", each);
            }
        }
    }

    private static void twoAtOnce(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        fixture.target();
        for (int round = 0; round < 20; round++) {
            Engine to = round % 2 == 0 ? fixture.target() : fixture.engine();
            AtomicInteger won = new AtomicInteger();
            Callable<@Nullable Object> one = () -> {
                ShiftException.Reason reason = Shifts.failure(connection.shiftTo(to));
                if (reason == null) {
                    won.incrementAndGet();
                } else {
                    Assert.equal(ShiftException.Reason.UNDER_WAY, reason, "the failure of the other one");
                }
                return null;
            };
            fixture.together(one, one);
            Assert.that(won.get() > 0, "neither of two concurrent shifts succeeded");
            Assert.equal(to, connection.engine(), "the engine after two concurrent shifts");
        }
        peer.echo(fixture.bytes(1_000));
    }

    private static void toItself(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        Shifts.shift(script.connection(), fixture.engine());
        peer.echo(fixture.bytes(1_000));
    }

    private static void toClosed(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        fixture.target().close();
        Shifts.fails(ShiftException.Reason.REFUSED, script.connection().shiftTo(fixture.target()));
        Assert.equal(fixture.engine(), script.connection().engine(), "the engine after a shift that failed");
        peer.echo(fixture.bytes(1_000));
    }

    private static void ofClosed(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        peer.echo(fixture.bytes(10));
        peer.endOutput();
        Assert.equal(null, script.cause(), "cause");
        Shifts.fails(
                ShiftException.Reason.CONNECTION_CLOSED, script.connection().shiftTo(fixture.target()));
    }
}
