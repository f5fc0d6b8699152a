package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.DirectMemory;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import dev.gearbox.testkit.fixture.Shifts;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Shifts of many connections, many shifts of one, and engines that close during shifts. */
final class ManyShiftsBehaviours {
    private static final int CROWD = 20;
    /** Shifts of one connection before memory is checked. */
    private static final int VERY_MANY =
            Integer.getInteger("gearbox.shifts", Boolean.getBoolean("gearbox.deep") ? 10_000 : 2_000);
    /** Shifts before the measurement, so that engines have allocated the buffers that they keep. */
    private static final int FEW = 200;
    /** A buffer lost in each shift exceeds this in 10,000 shifts. */
    private static final long SLACK = 2 << 20;

    private static final List<Behaviour> ALL = List.of(
            Behaviour.shifting("a shift away from an engine that then closes", ManyShiftsBehaviours::oldCloses),
            Behaviour.shifting("the other engine closes during shifts", ManyShiftsBehaviours::targetCloses),
            Behaviour.shifting("many connections are shifted at once", ManyShiftsBehaviours::crowd),
            Behaviour.shifting("very many shifts of one connection", ManyShiftsBehaviours::veryMany));

    private ManyShiftsBehaviours() {}

    static List<Behaviour> all() {
        return ALL;
    }

    private record ShiftedConnection(Peer peer, Connection connection) {}

    private static List<ShiftedConnection> guests(EngineFixture fixture) throws Exception {
        Queue<Connection> opened = new ConcurrentLinkedQueue<>();
        InetSocketAddress address = fixture.listen(connection -> {
            opened.add(connection);
            return connection::write;
        });
        List<ShiftedConnection> guests = new ArrayList<>();
        for (int index = 0; index < CROWD; index++) {
            Peer peer = fixture.peer(address);
            peer.echo(new byte[1]);
            guests.add(new ShiftedConnection(
                    peer,
                    opened.stream()
                            .filter(each -> each.remoteAddress().equals(peer.localAddress()))
                            .findFirst()
                            .orElseThrow()));
        }
        return guests;
    }

    private static void oldCloses(EngineFixture fixture) throws Exception {
        List<ShiftedConnection> guests = guests(fixture);
        List<CompletionStage<Void>> shifts = new ArrayList<>();
        for (ShiftedConnection guest : guests) {
            shifts.add(guest.connection().shiftTo(fixture.target()));
        }
        for (CompletionStage<Void> each : shifts) {
            Conditions.await("shift", each);
        }
        fixture.engine().close();
        for (ShiftedConnection guest : guests) {
            guest.peer().echo(fixture.bytes(1_000));
        }
    }

    /** Wherever a connection ends up, it is intact: served by the old engine, or closed with the new one. */
    private static void targetCloses(EngineFixture fixture) throws Exception {
        List<ShiftedConnection> guests = guests(fixture);
        Engine target = fixture.target();
        List<CompletionStage<Void>> shifts = new ArrayList<>();
        var closing = fixture.start(() -> {
            target.close();
            return null;
        });
        for (ShiftedConnection guest : guests) {
            shifts.add(guest.connection().shiftTo(target));
        }
        fixture.finish(closing);
        for (int index = 0; index < guests.size(); index++) {
            ShiftedConnection guest = guests.get(index);
            ShiftException.Reason reason = Shifts.failure(shifts.get(index));
            if (reason == null) {
                guest.peer().awaitClosed();
            } else if (reason == ShiftException.Reason.REFUSED) {
                Assert.equal(fixture.engine(), guest.connection().engine(), "the engine after a shift that failed");
                guest.peer().echo(fixture.bytes(1_000));
            } else {
                Assert.equal(
                        ShiftException.Reason.CONNECTION_CLOSED, reason, "what a shift to a closing engine fails with");
            }
        }
    }

    private static void crowd(EngineFixture fixture) throws Exception {
        List<ShiftedConnection> guests = guests(fixture);
        Engine[] engines = {fixture.target(), fixture.engine()};
        List<Callable<?>> tasks = new ArrayList<>();
        for (ShiftedConnection guest : guests) {
            byte[] bytes = fixture.bytes(fixture.random().nextInt(1, 50_000));
            AtomicBoolean enough = new AtomicBoolean();
            tasks.add(() -> {
                do {
                    var sending = fixture.start(() -> {
                        guest.peer().send(bytes);
                        return null;
                    });
                    Assert.equal(bytes, guest.peer().receive(bytes.length), "echo");
                    fixture.finish(sending);
                } while (!enough.get());
                return null;
            });
            tasks.add(() -> {
                try {
                    for (int round = 0; round < 10; round++) {
                        Shifts.shift(guest.connection(), engines[round % 2]);
                    }
                } finally {
                    enough.set(true);
                }
                return null;
            });
        }
        fixture.together(tasks);
    }

    private static void veryMany(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = Shifts.echo();
        Peer peer = fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        thereAndBack(fixture, connection, FEW);
        long before = DirectMemory.used();
        thereAndBack(fixture, connection, VERY_MANY);
        long grown = DirectMemory.used() - before;
        Assert.that(grown <= SLACK, "direct memory has grown by " + grown + " bytes");
        peer.echo(fixture.bytes(10_000));
    }

    private static void thereAndBack(EngineFixture fixture, Connection connection, int shifts) throws Exception {
        for (int count = 0; count < shifts; count += 2) {
            Shifts.shift(connection, fixture.target());
            Shifts.shift(connection, fixture.engine());
        }
    }
}
