package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.UnreadOverflowException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Chunking;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** What a session leaves of the bytes that it was offered is kept, and offered again when there is a reason to. */
final class UnreadBehaviours {
    private static final int RECORD = 1_000;

    private UnreadBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("bytes left unread come again, in front of those that follow", UnreadBehaviours::records),
                Behaviour.of("bytes left unread are not offered again without a reason", UnreadBehaviours::noSpin),
                Behaviour.of("bytes left unread come again on resume", UnreadBehaviours::resume),
                Behaviour.of("a session that takes nothing is cut off at its cap", UnreadBehaviours::cap));
    }

    private static void records(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(300 * RECORD);
        Peer peer = fixture.peer(fixture.listen(connection -> in -> {
            while (in.remaining() >= RECORD) {
                connection.write(in.slice(in.position(), RECORD));
                in.position(in.position() + RECORD);
            }
        }));
        var sending = fixture.start(() -> {
            peer.send(bytes, new Chunking.RandomChunks(fixture.random().nextLong(), 3 * RECORD));
            return null;
        });
        Assert.equal(bytes, peer.receive(bytes.length), "records together");
        fixture.finish(sending);
    }

    private static void noSpin(EngineFixture fixture) throws Exception {
        AtomicInteger offers = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            offers.incrementAndGet();
            seen.set(in.remaining());
        });
        Peer peer = fixture.peer(fixture.listen(script));
        int fragments = 20;
        for (int count = 1; count <= fragments; count++) {
            peer.send(new byte[10]);
            int expected = count * 10;
            Conditions.await("everything sent is offered together", () -> seen.get() == expected);
        }
        CountDownLatch turn = new CountDownLatch(1);
        script.connection().execute(turn::countDown);
        Conditions.await("a task has run", turn);
        Conditions.holdsWithin(Conditions.GLANCE, () -> offers.get() > fragments);
        // An engine that shifts by itself offers the rest once more where the connection arrives.
        long most = fragments + fixture.engine().stats().shiftsIn();
        Assert.that(
                offers.get() >= fragments && offers.get() <= most,
                "offers, one for each piece received: " + fragments + " to " + most + ", and not " + offers.get());
    }

    private static void resume(EngineFixture fixture) throws Exception {
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        CountDownLatch first = new CountDownLatch(1);
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            for (int count = 0; count < 7 && in.hasRemaining(); count++) {
                taken.write(in.get());
            }
            if (taken.size() >= 100) {
                got.complete(taken.toByteArray());
            }
            connection.pause();
            first.countDown();
        });
        byte[] bytes = fixture.bytes(100);
        fixture.peer(fixture.listen(script)).send(bytes);
        Conditions.await("the first piece is taken", first);
        Conditions.await("all is taken, piece by piece", () -> {
            connection(script).execute(() -> connection(script).resume());
            return got.isDone();
        });
        Assert.equal(bytes, got.join(), "what was taken");
    }

    private static dev.gearbox.core.Connection connection(ScriptedProtocol script) {
        return script.opened.join();
    }

    private static void cap(EngineFixture fixture) throws Exception {
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {});
        Peer peer = fixture.peer(fixture.listen(script, EngineFixture.OPTIONS.withCaps(1 << 20, 100_000)));
        var sending = fixture.start(() -> {
            peer.send(new byte[100_001]);
            return null;
        });
        Assert.instance(UnreadOverflowException.class, script.cause(), "cause");
        fixture.finish(sending);
        peer.awaitClosed();
    }
}
