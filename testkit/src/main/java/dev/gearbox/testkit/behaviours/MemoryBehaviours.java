package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Inapplicable;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
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

/** No memory is left for a buffer: one connection fails for it, the others and the engine's threads go on. */
final class MemoryBehaviours {
    /** No more buffers than that are asked for, one after the other, on any engine: what follows is more of the same. */
    private static final int MOST = 24;
    /** Of a message: how many, and of how many bytes. */
    private static final int PARTS = 3;

    private static final int PART = 15_000;
    /** So many that each loop of the engine has some. */
    private static final int FRIENDS = 6;

    private MemoryBehaviours() {}

    static List<Behaviour> all() {
        return List.of(Behaviour.of("the n-th buffer cannot be had", MemoryBehaviours::nthBuffer));
    }

    /** What a peer does with a connection of its own, until it has what it wants or the connection fails. */
    private interface Visit {
        void run(InetSocketAddress address) throws Exception;
    }

    /** Direct memory but for one buffer. */
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

    private static void nthBuffer(Stage stage) throws Exception {
        boolean shifts = stage.card().capabilities().contains(Capability.SHIFT_OUT)
                && stage.card().capabilities().contains(Capability.SHIFT_IN);
        Engine target = shifts ? stage.target() : stage.engine();
        int number = 0;
        Shortage shortage;
        do {
            number++;
            shortage = new Shortage(number);
            plant(stage.engine(), shortage);
            plant(target, shortage);
            round(stage, target, shortage);
        } while (shortage.wasFelt() && number < MOST);
        Check.that(number > 2, "the engine has asked for " + (number - 1) + " buffers: the shortage was not seen");
    }

    private static void plant(Engine engine, IntFunction<ByteBuffer> allocator) {
        pools(engine).forEach(pool -> pool.allocateBy(allocator));
    }

    private static Stream<BufferPool> pools(Engine engine) {
        return switch (engine) {
            case EngineBase single -> Stream.of(single.pool());
            case CompositeEngine whole -> whole.parts().stream().map(EngineBase::pool);
            default -> throw new Inapplicable(engine + " has no buffers of core's");
        };
    }

    /** Connections of all kinds, of which one may fail; then some more, none of which may. */
    private static void round(Stage stage, Engine target, Shortage shortage) throws Exception {
        AtomicInteger failed = new AtomicInteger();
        byte[] bytes = stage.bytes(300_000);
        CountDownLatch full = new CountDownLatch(1);
        List<Callable<?>> visits = new ArrayList<>();
        visits.add(visit(stage, failed, echo(), address -> {
            try (Peer peer = stage.ownPeer(address)) {
                peer.echo(new byte[100]);
                peer.echo(new byte[10_000]);
            }
        }));
        AtomicInteger seen = new AtomicInteger();
        Script whole = whole(PARTS * PART, seen);
        visits.add(visit(stage, failed, whole, address -> {
            try (Peer peer = stage.ownPeer(address)) {
                // Receive from the beginning: only the peer hears of a connection that fails before its session is
                // open.
                var answer = stage.start(() -> peer.receive(PARTS * PART));
                for (int part = 1; part <= PARTS; part++) {
                    int sent = part * PART;
                    peer.send(Arrays.copyOfRange(bytes, sent - PART, sent));
                    Patience.await("the session sees the part", () -> seen.get() >= sent || answer.isDone());
                }
                Check.equal(Arrays.copyOf(bytes, PARTS * PART), stage.finish(answer), "a message in parts");
            }
        }));
        visits.add(visit(stage, failed, fromTasks(), address -> {
            try (Peer peer = stage.ownPeer(address)) {
                peer.send(new byte[1]);
                peer.receive(200_000);
            }
        }));
        Script slow = moving(stage.engine(), target, full);
        visits.add(visit(stage, failed, slow, address -> {
            try (Peer peer = stage.ownSlowPeer(address)) {
                var sending = stage.start(() -> {
                    peer.send(bytes);
                    return null;
                });
                Patience.await(
                        "more waits than should",
                        () -> full.getCount() == 0 || slow.closed.isDone() || sending.isDone());
                Check.equal(bytes, peer.receive(bytes.length), "echo to a slow reader");
            }
        }));
        stage.together(visits);
        Check.that(
                failed.get() <= 1,
                failed.get() + " connections failed for want of one buffer (" + shortage.missing + ")");
        plant(stage.engine(), ByteBuffer::allocateDirect);
        plant(target, ByteBuffer::allocateDirect);
        for (int friend = 0; friend < FRIENDS; friend++) {
            try (Peer peer = stage.ownPeer(stage.listen(echo()))) {
                peer.echo(new byte[] {1});
            }
        }
    }

    /** One that may fail as a connection does; not one that hears nothing. */
    private static Callable<?> visit(Stage stage, AtomicInteger failed, Script script, Visit visit) throws IOException {
        // A send buffer that is soon full, so that answers wait.
        InetSocketAddress address = stage.listen(script, Options.DEFAULT.withSocketBuffers(16 << 10, 0));
        return () -> {
            try {
                visit.run(address);
            } catch (SocketTimeoutException stuck) {
                throw new AssertionError("a connection stands still", stuck);
            } catch (IOException gone) {
                failed.incrementAndGet();
                // Before its session was open, there is none to be told.
                if (script.opened.isDone()) {
                    Check.instance(OutOfMemoryError.class, script.cause(), "cause");
                }
            }
            return null;
        };
    }

    private static Script echo() {
        return new Script().receiving(Connection::write);
    }

    /** Takes messages of a length only as a whole. */
    private static Script whole(int length, AtomicInteger seen) {
        return new Script().receiving((connection, in) -> {
            seen.set(in.remaining());
            if (in.remaining() >= length) {
                connection.write(in);
            }
        });
    }

    private static Script fromTasks() {
        return new Script().receiving((connection, in) -> {
            in.position(in.limit());
            for (int part = 0; part < 20; part++) {
                connection.execute(() -> connection.write(ByteBuffer.allocate(10_000)));
            }
        });
    }

    /** Echoes, and goes to the other engine and back while answers wait, if there is another. */
    private static Script moving(Engine home, Engine target, CountDownLatch full) {
        return new Script().receiving((connection, in) -> {
            if (!connection.write(in)) {
                full.countDown();
                connection.shiftTo(connection.engine().equals(home) ? target : home);
            }
        });
    }
}
