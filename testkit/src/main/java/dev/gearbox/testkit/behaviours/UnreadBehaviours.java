package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.UnreadOverflowException;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Fault;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** What a session leaves of what it was offered is kept, and offered again when there is a reason to. */
final class UnreadBehaviours {
    private static final int RECORD = 1_000;

    private UnreadBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("bytes left unread come again, in front of those that follow", UnreadBehaviours::records),
                Behaviour.of("bytes left unread are not offered again for nothing", UnreadBehaviours::noSpin),
                Behaviour.of("bytes left unread come again on resume", UnreadBehaviours::resume),
                Behaviour.of("a session that takes nothing is cut off at its cap", UnreadBehaviours::cap));
    }

    private static void records(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(300 * RECORD);
        Peer peer = stage.peer(stage.listen(connection -> in -> {
            while (in.remaining() >= RECORD) {
                connection.write(in.slice(in.position(), RECORD));
                in.position(in.position() + RECORD);
            }
        }));
        var sending = stage.start(() -> {
            peer.send(bytes, new Fault.RandomChunks(stage.random().nextLong(), 3 * RECORD));
            return null;
        });
        Check.equal(bytes, peer.receive(bytes.length), "records together");
        stage.finish(sending);
    }

    private static void noSpin(Stage stage) throws Exception {
        AtomicInteger offers = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        Script script = new Script().receiving((connection, in) -> {
            offers.incrementAndGet();
            seen.set(in.remaining());
        });
        Peer peer = stage.peer(stage.listen(script));
        int fragments = 20;
        for (int count = 1; count <= fragments; count++) {
            peer.send(new byte[10]);
            int expected = count * 10;
            Patience.await("all that was sent is offered together", () -> seen.get() == expected);
        }
        CountDownLatch turn = new CountDownLatch(1);
        script.connection().execute(turn::countDown);
        Patience.await("a task has had its turn", turn);
        Patience.comes(Patience.GLANCE, () -> offers.get() > fragments);
        // An engine that shifts by itself offers what was left once more where the connection comes to.
        long most = fragments + stage.engine().stats().shiftsIn();
        Check.that(
                offers.get() >= fragments && offers.get() <= most,
                "offers, one for each piece that came: " + fragments + " to " + most + ", and not " + offers.get());
    }

    private static void resume(Stage stage) throws Exception {
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        CountDownLatch first = new CountDownLatch(1);
        Script script = new Script().receiving((connection, in) -> {
            for (int count = 0; count < 7 && in.hasRemaining(); count++) {
                taken.write(in.get());
            }
            if (taken.size() >= 100) {
                got.complete(taken.toByteArray());
            }
            connection.pause();
            first.countDown();
        });
        byte[] bytes = stage.bytes(100);
        stage.peer(stage.listen(script)).send(bytes);
        Patience.await("the first piece is taken", first);
        Patience.await("all is taken, piece by piece", () -> {
            connection(script).execute(() -> connection(script).resume());
            return got.isDone();
        });
        Check.equal(bytes, got.join(), "what was taken");
    }

    private static dev.gearbox.core.Connection connection(Script script) {
        return script.opened.join();
    }

    private static void cap(Stage stage) throws Exception {
        Script script = new Script().receiving((connection, in) -> {});
        Peer peer = stage.peer(stage.listen(script, Stage.OPTIONS.withCaps(1 << 20, 100_000)));
        var sending = stage.start(() -> {
            peer.send(new byte[100_001]);
            return null;
        });
        Check.instance(UnreadOverflowException.class, script.cause(), "cause");
        stage.finish(sending);
        peer.awaitClosed();
    }
}
