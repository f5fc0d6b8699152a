package dev.gearbox.engines.linux.uring;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.engines.linux.OtherTestEngine;
import dev.gearbox.engines.linux.SimulatedSocket;
import dev.gearbox.engines.linux.system.Constants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What peers, sessions and other engines do to {@code uring} on a {@link SimulatedKernel}: a number of arbitrary steps, drawn by the kernel's seed; then
 * all behaves well, and everything has to complete: each byte is back, each shift and each connect has its outcome, each session that was to end has
 * ended, once; at the end every place, slot, descriptor and buffer is free again.
 */
public final class UringScript implements SimulatedKernel.World {
    private static final Options OPTIONS = Options.DEFAULT
            .withWater(16 << 10, 4 << 10)
            .withLinger(Duration.ofMillis(20))
            .withConnectTimeout(Duration.ofMillis(3));
    private static final Duration SOON = Duration.ofMillis(1);
    private static final int MOST_BYTES = 60_000;

    private final SimulatedKernel kernel;
    private final UringEngine engine;
    private final OtherTestEngine elsewhere;
    private final int slots;
    private final Map<Integer, Talk> talks = new HashMap<>();
    private final List<CompletableFuture<?>> promises = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Throwable defect;
    private int steps;
    private @Nullable Listener listener;
    private int phase;
    private int exhaustions;
    private long exhaustedFor;
    private long exhaustedSince;

    /** A connection's session, which sends back what it receives, not always at once; some sessions only read. */
    private final class Talk implements Session {
        final Connection connection;
        final SimulatedSocket socket;
        final boolean mute;
        private long heard;
        boolean mayEnd;
        boolean aborts;
        int closed;
        /** Bytes were left, and are offered again. */
        private boolean left;

        private boolean inputEnded;

        Talk(Connection connection) {
            this.connection = connection;
            int port = ((InetSocketAddress) connection.remoteAddress()).getPort();
            socket = requireNonNull(kernel.sockets.get(port - SimulatedCalls.PEERS));
            mute = socket.number % 3 == 0;
            if (socket.number % 6 == 0) {
                connection.end();
            }
            if (talks.put(socket.number, this) != null) {
                throw new AssertionError("two sessions of " + socket);
            }
        }

        @Override
        public void received(ByteBuffer in) {
            if (mute) {
                listen(in);
                return;
            }
            switch (kernel.rough ? kernel.random.nextInt(12) : 11) {
                case 0 -> {
                    int limit = in.limit();
                    in.limit(in.position() + in.remaining() / 2);
                    connection.write(in);
                    in.limit(limit);
                    connection.schedule(SOON, () -> {
                        connection.pause();
                        connection.resume();
                    });
                }
                case 1 -> {
                    byte[] copy = new byte[in.remaining()];
                    in.get(copy);
                    connection.write(ByteBuffer.wrap(copy));
                }
                case 2 -> {
                    connection.write(in);
                    nap();
                }
                default -> connection.write(in);
            }
            left = in.hasRemaining();
            if (inputEnded && !left) {
                connection.end();
            }
        }

        private void listen(ByteBuffer in) {
            while (in.hasRemaining()) {
                if (in.get() != socket.at(heard++)) {
                    throw failed("byte " + (heard - 1) + " of what came is wrong: " + this, null);
                }
            }
            if (kernel.perhaps(6)) {
                nap();
            }
        }

        boolean hasAll() {
            return mute ? heard == socket.sent : socket.read == socket.sent;
        }

        @Override
        public boolean ended() {
            inputEnded = true;
            return left;
        }

        void nap() {
            connection.pause();
            connection.schedule(SOON, connection::resume);
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            closed++;
            boolean expected = mayEnd || socket.peerEnded || socket.reset;
            if (closed > 1 || !expected) {
                throw failed(
                        closed > 1 ? this + " is closed twice" : this + " ends, which neither side asked for", cause);
            }
        }

        boolean isLive() {
            return closed == 0;
        }

        @Override
        public String toString() {
            return connection + " (" + socket + ", closed " + closed + ")";
        }
    }

    UringScript(SimulatedKernel kernel, UringEngine engine, int slots, int steps) {
        this.kernel = kernel;
        this.engine = engine;
        this.slots = slots;
        this.steps = steps;
        elsewhere = new OtherTestEngine(kernel);
    }

    /** Runs it. From another thread. */
    void play() throws InterruptedException {
        try {
            kernel.play(this);
            if (!over.await(2, TimeUnit.MINUTES)) {
                throw failed("it does not complete", null);
            }
            Throwable failure = defect;
            if (failure != null) {
                throw failed(failure.getMessage(), failure);
            }
        } finally {
            elsewhere.close(Duration.ZERO);
        }
    }

    private AssertionError failed(@Nullable String why, @Nullable Throwable cause) {
        AssertionError failure = new AssertionError(
                why + "\n  requests: " + kernel.requests + "\n  live: "
                        + talks.values().stream().filter(Talk::isLive).toList(),
                cause);
        fail(failure);
        return failure;
    }

    @Override
    public void fail(Throwable failure) {
        if (defect == null && over.getCount() > 0) {
            defect = failure;
        }
        kernel.rough = false;
        over.countDown();
    }

    // ---- While anything may happen

    @Override
    public void step() {
        if (listener == null) {
            begin();
        } else if (steps-- <= 0) {
            calm();
        } else {
            any(kernel.random.nextInt(40));
        }
    }

    private void begin() {
        InetAddress host =
                kernel.random.nextBoolean() ? InetAddress.getLoopbackAddress() : new InetSocketAddress(0).getAddress();
        try {
            listener = engine.listen(new InetSocketAddress(host, 0), protocol(), OPTIONS);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Protocol protocol() {
        return Talk::new;
    }

    private void any(int what) {
        switch (what) {
            case 0, 1 -> {
                if (requireNonNull(kernel.listening).backlog.size() < 3) {
                    knock();
                }
            }
            case 2, 3, 4, 5, 6, 7 -> onSome(this::send);
            case 8, 9, 10, 11 -> onSome(talk -> talk.socket.read += kernel.random.nextInt((int) unread(talk) + 1));
            case 12 -> onSome(talk -> talk.socket.peerEnded |= kernel.perhaps(3));
            case 13 ->
                onSome(talk -> {
                    if (kernel.perhaps(3)) {
                        if (talk.mute || kernel.random.nextBoolean()) {
                            send(talk);
                        }
                        talk.socket.reset = true;
                    }
                });
            case 14, 15, 16, 17 -> onSome(this::shift);
            case 18, 19, 20 -> elsewhere.step();
            case 21 -> onSome(talk -> talk.connection.execute(talk::nap));
            case 22 ->
                onSome(talk -> {
                    if (kernel.perhaps(3)) {
                        boolean aborts = kernel.random.nextBoolean();
                        // A reset that is requested after a close may come when the socket is being closed already.
                        talk.aborts |= aborts && !talk.mayEnd;
                        talk.mayEnd = true;
                        if (aborts) {
                            talk.connection.abort();
                        } else {
                            talk.connection.close();
                        }
                    }
                });
            case 23 -> exhaust(kernel.exhausted ? !kernel.perhaps(6) : kernel.perhaps(3));
            case 24 -> kernel.bufferless = !kernel.bufferless && kernel.perhaps(3);
            case 25 -> {
                if (kernel.perhaps(4)) {
                    promises.add(engine.connect(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), protocol(), OPTIONS)
                            .toCompletableFuture());
                }
            }
            case 26 ->
                kernel.requests.stream()
                        .filter(request -> request.operation == UringConstants.OP_CONNECT && !request.disconnects())
                        .findFirst()
                        .ifPresent(request -> requireNonNull(request.socket).connectResult =
                                kernel.random.nextBoolean() ? 0 : -Constants.ECONNREFUSED);
            default -> kernel.progress();
        }
    }

    private void exhaust(boolean now) {
        if (kernel.exhausted != now) {
            kernel.exhausted = now;
            exhaustions += now ? 1 : 0;
            exhaustedFor += now ? 0 : kernel.nanoTime() - exhaustedSince;
            exhaustedSince = kernel.nanoTime();
        }
    }

    private static long unread(Talk talk) {
        return talk.socket.written - talk.socket.read;
    }

    private void onSome(java.util.function.Consumer<Talk> action) {
        List<Talk> live = talks.values().stream().filter(Talk::isLive).toList();
        if (!live.isEmpty()) {
            action.accept(live.get(kernel.random.nextInt(live.size())));
        }
    }

    private void send(Talk talk) {
        if (!talk.socket.peerEnded && !talk.socket.reset && talk.socket.sent < MOST_BYTES) {
            talk.socket.sent += 1 + kernel.random.nextInt(kernel.random.nextBoolean() ? 20_000 : 200);
        }
    }

    private void shift(Talk talk) {
        promises.add(talk.connection
                .shiftTo(talk.connection.engine().equals(engine) ? elsewhere : engine)
                .toCompletableFuture());
    }

    private SimulatedSocket knock() {
        SimulatedSocket socket = kernel.newSocket();
        requireNonNull(kernel.listening).backlog.add(socket);
        return socket;
    }

    // ---- When no failures are injected

    private void calm() {
        kernel.rough = false;
        exhaust(false);
        kernel.bufferless = false;
    }

    @Override
    public boolean settle() {
        if (defect != null) {
            return false;
        }
        boolean any = elsewhere.settle();
        for (Talk talk : talks.values()) {
            if (unread(talk) > 0 && !talk.socket.reset) {
                talk.socket.read = talk.socket.written;
                any = true;
            }
        }
        return any;
    }

    @Override
    public boolean quiet() {
        if (defect != null) {
            return false;
        }
        talks.values().forEach(this::check);
        require(promises.stream().allMatch(CompletableFuture::isDone), "a shift or a connect has no answer");
        if (leave()) {
            return true;
        }
        return switch (phase++) {
            case 0 -> {
                // All sixteen find that there is none, one place after the other, and back off for five milliseconds or
                // longer.
                require(
                        kernel.vainAccepts <= 16 * (exhaustions + exhaustedFor / 5_000_000),
                        kernel.vainAccepts + " vain accepts in " + exhaustedFor / 1_000_000 + " ms: no back-off");
                requireEmpty();
                for (int place = 0; place < slots; place++) {
                    knock().sent = 100;
                }
                yield true;
            }
            case 1 -> {
                requireEmpty();
                UringLoop loop = engine.nextLoop();
                loop.execute(requireNonNull(listener)::close);
                loop.unassign();
                yield true;
            }
            case 2 -> {
                require(kernel.requests.size() == 1, "requests are left");
                require(kernel.descriptors.isEmpty(), "descriptors are left: " + kernel.descriptors);
                over.countDown();
                yield false;
            }
            default -> false;
        };
    }

    /** Nothing is in progress: so this connection has come to rest, with all of its bytes. */
    private void check(Talk talk) {
        SimulatedSocket socket = talk.socket;
        if (talk.isLive()) {
            require(!socket.reset && !socket.peerEnded && !talk.mayEnd, "not closed: " + talk);
            require(talk.hasAll(), "bytes stand still: " + talk);
        } else {
            require(socket.closed, "its socket is not closed: " + talk);
            require(
                    !talk.aborts || socket.aborted || socket.reset || socket.peerEnded,
                    "ended in order, not with a reset: " + talk);
            require(talk.mayEnd || socket.reset || talk.hasAll(), "ended before all was sent: " + talk);
        }
    }

    /** All peers end, those of the second phase when there are as many as there are places; returns whether there were any. */
    private boolean leave() {
        List<Talk> live = talks.values().stream().filter(Talk::isLive).toList();
        if (phase == 1) {
            require(live.isEmpty() || live.size() == slots, "of " + slots + " places " + live.size() + " are there");
        }
        live.forEach(talk -> talk.socket.peerEnded = true);
        return !live.isEmpty();
    }

    private void requireEmpty() {
        require(requireNonNull(kernel.listening).backlog.isEmpty(), "connections wait though there is room");
        require(kernel.slotsInUse() == 0, "slots are in use");
        require(kernel.descriptors.size() == 1, "descriptors are in use: " + kernel.descriptors);
        require(kernel.buffersLeft() == 256, kernel.buffersLeft() + " buffers are left of 256");
        require(engine.stats().connections() == 0, "the engine has connections: " + engine.stats());
        UringLoop loop = engine.nextLoop();
        require(loop.connections() == 1, "without a connection the loop counts " + (loop.connections() - 1));
        loop.unassign();
    }

    private void require(boolean fact, String otherwise) {
        if (!fact) {
            throw failed(otherwise, null);
        }
    }
}
