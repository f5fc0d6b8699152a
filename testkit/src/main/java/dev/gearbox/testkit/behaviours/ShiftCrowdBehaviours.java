package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.DirectMemory;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Many connections that are shifted, many shifts of one, and engines that close meanwhile. */
final class ShiftCrowdBehaviours {
    private static final int CROWD = 20;
    /** Of one connection, before it is looked whether anything is left behind. */
    private static final int VERY_MANY =
            Integer.getInteger("gearbox.shifts", Boolean.getBoolean("gearbox.deep") ? 10_000 : 2_000);
    /** Before that, so that engines have the buffers that they keep. */
    private static final int FEW = 200;
    /** A buffer lost in each shift is more than this in 10,000. */
    private static final long SLACK = 2 << 20;

    private static final List<Behaviour> ALL = List.of(
            Behaviour.shifting("a shift away from an engine that then closes", ShiftCrowdBehaviours::oldCloses),
            Behaviour.shifting("the other engine closes during shifts", ShiftCrowdBehaviours::targetCloses),
            Behaviour.shifting("many connections are shifted at once", ShiftCrowdBehaviours::crowd),
            Behaviour.shifting("very many shifts of one connection", ShiftCrowdBehaviours::veryMany));

    private ShiftCrowdBehaviours() {}

    static List<Behaviour> all() {
        return ALL;
    }

    private record Guest(Peer peer, Connection connection) {}

    private static List<Guest> guests(Stage stage) throws Exception {
        Queue<Connection> opened = new ConcurrentLinkedQueue<>();
        InetSocketAddress address = stage.listen(connection -> {
            opened.add(connection);
            return connection::write;
        });
        List<Guest> guests = new ArrayList<>();
        for (int index = 0; index < CROWD; index++) {
            Peer peer = stage.peer(address);
            peer.echo(new byte[1]);
            guests.add(new Guest(
                    peer,
                    opened.stream()
                            .filter(each -> each.remoteAddress().equals(peer.localAddress()))
                            .findFirst()
                            .orElseThrow()));
        }
        return guests;
    }

    private static void oldCloses(Stage stage) throws Exception {
        List<Guest> guests = guests(stage);
        List<CompletionStage<Void>> shifts = new ArrayList<>();
        for (Guest guest : guests) {
            shifts.add(guest.connection().shiftTo(stage.target()));
        }
        for (CompletionStage<Void> each : shifts) {
            Patience.await("shift", each);
        }
        stage.engine().close();
        for (Guest guest : guests) {
            guest.peer().echo(stage.bytes(1_000));
        }
    }

    /** Wherever a connection is when all is over, it is whole: served by the old engine, or closed with the new one. */
    private static void targetCloses(Stage stage) throws Exception {
        List<Guest> guests = guests(stage);
        Engine target = stage.target();
        List<CompletionStage<Void>> shifts = new ArrayList<>();
        var closing = stage.start(() -> {
            target.close();
            return null;
        });
        for (Guest guest : guests) {
            shifts.add(guest.connection().shiftTo(target));
        }
        stage.finish(closing);
        for (int index = 0; index < guests.size(); index++) {
            Guest guest = guests.get(index);
            ShiftException.Reason reason = Shifts.failure(shifts.get(index));
            if (reason == null) {
                guest.peer().awaitClosed();
            } else if (reason == ShiftException.Reason.REFUSED) {
                Check.equal(stage.engine(), guest.connection().engine(), "the engine after a shift that failed");
                guest.peer().echo(stage.bytes(1_000));
            } else {
                Check.equal(
                        ShiftException.Reason.CONNECTION_CLOSED, reason, "what a shift to a closing engine fails with");
            }
        }
    }

    private static void crowd(Stage stage) throws Exception {
        List<Guest> guests = guests(stage);
        Engine[] engines = {stage.target(), stage.engine()};
        List<Callable<?>> tasks = new ArrayList<>();
        for (Guest guest : guests) {
            byte[] bytes = stage.bytes(stage.random().nextInt(1, 50_000));
            AtomicBoolean enough = new AtomicBoolean();
            tasks.add(() -> {
                do {
                    var sending = stage.start(() -> {
                        guest.peer().send(bytes);
                        return null;
                    });
                    Check.equal(bytes, guest.peer().receive(bytes.length), "echo");
                    stage.finish(sending);
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
        stage.together(tasks);
    }

    private static void veryMany(Stage stage) throws Exception {
        Script script = Shifts.echo();
        Peer peer = stage.peer(stage.listen(script));
        Connection connection = script.connection();
        thereAndBack(stage, connection, FEW);
        long before = DirectMemory.used();
        thereAndBack(stage, connection, VERY_MANY);
        long grown = DirectMemory.used() - before;
        Check.that(grown <= SLACK, "direct memory has grown by " + grown + " bytes");
        peer.echo(stage.bytes(10_000));
    }

    private static void thereAndBack(Stage stage, Connection connection, int shifts) throws Exception {
        for (int count = 0; count < shifts; count += 2) {
            Shifts.shift(connection, stage.target());
            Shifts.shift(connection, stage.engine());
        }
    }
}
