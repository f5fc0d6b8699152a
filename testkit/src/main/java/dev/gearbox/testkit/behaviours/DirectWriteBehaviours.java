package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Large direct buffers, which an engine may give to the socket while the session is still in its callback. */
final class DirectWriteBehaviours {
    private static final int LARGE = 64 << 10;

    private DirectWriteBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("large direct buffers keep their place among small ones", DirectWriteBehaviours::inOrder),
                Behaviour.of("a reset under large direct writes follows the callback", DirectWriteBehaviours::reset));
    }

    /** Some of the large buffers are written when nothing waits, some behind others; each is overwritten once it is written. */
    private static void inOrder(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(6_000_000);
        SplittableRandom random = fixture.random().split();
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        ByteBuffer direct = ByteBuffer.allocateDirect(4 * LARGE);
        ScriptedProtocol script = new ScriptedProtocol()
                .opening(connection -> writeSome(connection, rest, direct, random))
                .writable(connection -> writeSome(connection, rest, direct, random));
        InetSocketAddress address = fixture.listen(script, EngineFixture.OPTIONS);
        Peer peer = fixture.peer(address, 32 << 10);
        Assert.equal(bytes, peer.receiveAll(), "what was written");
        peer.endOutput();
        fixture.awaitAllClosed();
    }

    private static void writeSome(Connection connection, ByteBuffer rest, ByteBuffer direct, SplittableRandom random) {
        boolean more = true;
        while (more && rest.hasRemaining()) {
            int step = random.nextInt(3) == 0 ? random.nextInt(1, 300) : random.nextInt(LARGE, direct.capacity());
            int length = Math.min(step, rest.remaining());
            ByteBuffer piece = rest.slice(rest.position(), length);
            rest.position(rest.position() + length);
            more = connection.write(
                    length < LARGE ? piece : direct.clear().put(piece).flip());
            direct.clear().put(new byte[length]);
        }
        if (!rest.hasRemaining() && more) {
            connection.end();
        }
    }

    private static void reset(EngineFixture fixture) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        AtomicBoolean returned = new AtomicBoolean();
        ScriptedProtocol script = new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            inside.countDown();
            Conditions.await("the peer is gone", () -> gone.getCount() == 0);
            ByteBuffer direct = ByteBuffer.allocateDirect(2 * LARGE);
            for (int count = 0; count < 4; count++) {
                connection.write(direct.clear());
                Assert.that(!direct.hasRemaining(), "a write took only a part");
            }
            returned.set(true);
        });
        script.closing(connection -> Assert.that(returned.get(), "closed() before the callback had returned"));
        Peer peer = fixture.peer(fixture.listen(script));
        peer.send(new byte[1]);
        Conditions.await("the session is in its callback", () -> inside.getCount() == 0);
        peer.reset();
        gone.countDown();
        Assert.instance(ConnectionResetException.class, script.cause(), "cause");
        Assert.that(returned.get(), "the callback did not return");
    }
}
