package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Allocation of a buffer fails: one connection fails, the others and the engine's threads continue. */
final class MemoryBehaviours {
    /** No engine allocates more buffers than this one after another here; further ones would repeat the earlier cases. */
    private static final int MOST = 24;
    /** The parts of a message, and the bytes of each. */
    private static final int PARTS = 3;

    private static final int PART = 15_000;
    /** Enough for each loop of the engine to have some. */
    private static final int FRIENDS = 6;

    private MemoryBehaviours() {}

    static List<Behaviour> all() {
        return List.of(Behaviour.of("allocation of the n-th buffer fails", MemoryBehaviours::nthBuffer));
    }

    /** What a peer does with a connection of its own, until it is done or the connection fails. */
    private interface Visit {
        void run(InetSocketAddress address) throws Exception;
    }

    /** Allocates direct memory, except for one buffer. */
    private static final class Shortage implements IntFunction<ByteBuffer> {
        private final int missing;
        private final AtomicInteger asked = new AtomicInteger();

        Shortage(int missing) {
            this.missing = missing;
        }

        @Override
        public ByteBuffer apply(int size) {
            if (asked.incrementAndGet() == missing) {
                throw new OutOfMemoryError("planted: there is no buffer " + missing);
            }
            return ByteBuffer.allocateDirect(size);
        }

        boolean wasFelt() {
            return asked.get() >= missing;
        }
    }

    private static void nthBuffer(EngineFixture fixture) throws Exception {
        boolean shifts = fixture.card().capabilities().contains(Capability.SHIFT_OUT)
                && fixture.card().capabilities().contains(Capability.SHIFT_IN);
        Engine target = shifts ? fixture.target() : fixture.engine();
        int number = 0;
        Shortage shortage;
        do {
            number++;
            shortage = new Shortage(number);
            plant(fixture.engine(), shortage);
            plant(target, shortage);
            round(fixture, target, shortage);
        } while (shortage.wasFelt() && number < MOST);
        Assert.that(number > 2, "the engine has asked for " + (number - 1) + " buffers: the failure was not reached");
    }

    private static void plant(Engine engine, IntFunction<ByteBuffer> allocator) {
        pools(engine).forEach(pool -> pool.allocateBy(allocator));
    }

    private static Stream<BufferPool> pools(Engine engine) {
        return switch (engine) {
            case EngineBase single -> Stream.of(single.pool());
            case CompositeEngine whole -> whole.parts().stream().map(EngineBase::pool);
            default -> throw new Inapplicable(engine + " does not allocate buffers by core's pools");
        };
    }

    /** Opens connections of all kinds, of which one may fail; then some more, none of which may. */
    private static void round(EngineFixture fixture, Engine target, Shortage shortage) throws Exception {
        AtomicInteger failed = new AtomicInteger();
        byte[] bytes = fixture.bytes(300_000);
        CountDownLatch full = new CountDownLatch(1);
        List<Callable<?>> visits = new ArrayList<>();
        visits.add(visit(fixture, failed, echo(), address -> {
            try (Peer peer = fixture.ownPeer(address)) {
                peer.echo(new byte[100]);
                peer.echo(new byte[10_000]);
            }
        }));
        AtomicInteger seen = new AtomicInteger();
        ScriptedProtocol whole = whole(PARTS * PART, seen);
        visits.add(visit(fixture, failed, whole, address -> {
            try (Peer peer = fixture.ownPeer(address)) {
                // Receive from the beginning: only the peer notices a connection that fails before its session is open.
                var answer = fixture.start(() -> peer.receive(PARTS * PART));
                for (int part = 1; part <= PARTS; part++) {
                    int sent = part * PART;
                    peer.send(Arrays.copyOfRange(bytes, sent - PART, sent));
                    Conditions.await("the session sees the part", () -> seen.get() >= sent || answer.isDone());
                }
                Assert.equal(Arrays.copyOf(bytes, PARTS * PART), fixture.finish(answer), "a message in parts");
            }
        }));
        visits.add(visit(fixture, failed, fromTasks(), address -> {
            try (Peer peer = fixture.ownPeer(address)) {
                peer.send(new byte[1]);
                peer.receive(200_000);
            }
        }));
        ScriptedProtocol slow = moving(fixture.engine(), target, full);
        visits.add(visit(fixture, failed, slow, address -> {
            try (Peer peer = fixture.ownSlowPeer(address)) {
                var sending = fixture.start(() -> {
                    peer.send(bytes);
                    return null;
                });
                Conditions.await(
                        "the high-water mark is exceeded",
                        () -> full.getCount() == 0 || slow.closed.isDone() || sending.isDone());
                Assert.equal(bytes, peer.receive(bytes.length), "echo to a slow reader");
            }
        }));
        fixture.together(visits);
        Assert.that(
                failed.get() <= 1,
                failed.get() + " connections failed for want of one buffer (" + shortage.missing + ")");
        plant(fixture.engine(), ByteBuffer::allocateDirect);
        plant(target, ByteBuffer::allocateDirect);
        for (int friend = 0; friend < FRIENDS; friend++) {
            try (Peer peer = fixture.ownPeer(fixture.listen(echo()))) {
                peer.echo(new byte[] {1});
            }
        }
    }

    /** Runs a visit, which may fail as a connection does, but must not hang. */
    private static Callable<?> visit(EngineFixture fixture, AtomicInteger failed, ScriptedProtocol script, Visit visit)
            throws IOException {
        // A send buffer that is soon full, so that answers wait.
        InetSocketAddress address = fixture.listen(script, Options.DEFAULT.withSocketBuffers(16 << 10, 0));
        return () -> {
            try {
                visit.run(address);
            } catch (SocketTimeoutException stuck) {
                throw new AssertionError("a connection makes no progress", stuck);
            } catch (IOException gone) {
                failed.incrementAndGet();
                // Before the session was open, there is no session to notify.
                if (script.opened.isDone()) {
                    Assert.instance(OutOfMemoryError.class, script.cause(), "cause");
                }
            }
            return null;
        };
    }

    private static ScriptedProtocol echo() {
        return new ScriptedProtocol().receiving(Connection::write);
    }

    /** Consumes messages of a given length only as a whole. */
    private static ScriptedProtocol whole(int length, AtomicInteger seen) {
        return new ScriptedProtocol().receiving((connection, in) -> {
            seen.set(in.remaining());
            if (in.remaining() >= length) {
                connection.write(in);
            }
        });
    }

    private static ScriptedProtocol fromTasks() {
        return new ScriptedProtocol().receiving((connection, in) -> {
            in.position(in.limit());
            for (int part = 0; part < 20; part++) {
                connection.execute(() -> connection.write(ByteBuffer.allocate(10_000)));
            }
        });
    }

    /** Echoes, and shifts to the other engine and back while answers are queued, if there is another engine. */
    private static ScriptedProtocol moving(Engine home, Engine target, CountDownLatch full) {
        return new ScriptedProtocol().receiving((connection, in) -> {
            if (!connection.write(in)) {
                full.countDown();
                connection.shiftTo(connection.engine().equals(home) ? target : home);
            }
        });
    }
}
