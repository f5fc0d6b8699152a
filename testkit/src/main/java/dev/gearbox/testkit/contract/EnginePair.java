package dev.gearbox.testkit.contract;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.fixture.BehaviourOutcome;
import dev.gearbox.testkit.fixture.CollectingSession;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.LeakCheck;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on one engine and clients on another, and six behaviours that involve both. */
final class EnginePair {
    /** The test of a pair. */
    @FunctionalInterface
    private interface Body {
        void run(EnginePair pair) throws Exception;
    }

    private static final Map<String, Body> BEHAVIOURS = new LinkedHashMap<>();

    static {
        BEHAVIOURS.put("echo of random sizes to several clients at once", EnginePair::echo);
        BEHAVIOURS.put("back-pressure from client to server and back", EnginePair::backPressure);
        BEHAVIOURS.put("half-close both ways", EnginePair::halfClose);
        BEHAVIOURS.put("ping-pong, driven by tasks and timers", EnginePair::pingPong);
        BEHAVIOURS.put("close from another thread, either side", EnginePair::close);
        BEHAVIOURS.put("a side that throws resets or ends the other", EnginePair::failure);
    }

    private final Engine server;
    private final Engine client;
    private final SplittableRandom random;
    private final Wiring wiring;

    private EnginePair(Engine server, Engine client, long seed, Wiring wiring) {
        this.server = server;
        this.client = client;
        this.wiring = wiring;
        random = new SplittableRandom(seed);
    }

    static Map<String, BehaviourOutcome> play(String serverSpec, String clientSpec, long seed) {
        return play(serverSpec, clientSpec, seed, Wiring.PLAIN);
    }

    static Map<String, BehaviourOutcome> play(String serverSpec, String clientSpec, long seed, Wiring wiring) {
        Map<String, BehaviourOutcome> outcomes = new LinkedHashMap<>();
        if (!Contract.card(serverSpec).capabilities().contains(Capability.SERVER)
                || !Contract.card(clientSpec).capabilities().contains(Capability.CLIENT)) {
            BEHAVIOURS
                    .keySet()
                    .forEach(name -> outcomes.put(
                            name,
                            new BehaviourOutcome.NotApplicable(
                                    serverSpec + " is no server or " + clientSpec + " no client")));
            return outcomes;
        }
        Contract.warm(serverSpec, Contract.card(serverSpec));
        Contract.warm(clientSpec, Contract.card(clientSpec));
        try (LeakCheck watch = new LeakCheck()) {
            try (Engine server = Engines.start(serverSpec);
                    Engine client = Engines.start(clientSpec)) {
                BEHAVIOURS.forEach(
                        (name, body) -> outcomes.put(name, one(body, new EnginePair(server, client, seed, wiring))));
            }
            watch.check();
        } catch (Throwable leak) {
            outcomes.put("nothing is left", new BehaviourOutcome.Failed(leak));
        }
        return outcomes;
    }

    private static BehaviourOutcome one(Body body, EnginePair pair) {
        long began = System.nanoTime();
        try {
            body.run(pair);
            Conditions.await(
                    "both engines have released their connections",
                    () -> pair.server.stats().connections() == 0
                            && pair.client.stats().connections() == 0);
            return new BehaviourOutcome.Passed(Duration.ofNanos(System.nanoTime() - began));
        } catch (Throwable failure) {
            return new BehaviourOutcome.Failed(failure);
        }
    }

    private InetSocketAddress listen(dev.gearbox.core.Protocol protocol) throws Exception {
        return (InetSocketAddress) server.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        wiring.server(protocol),
                        Options.DEFAULT)
                .address();
    }

    private Connection connect(InetSocketAddress address, dev.gearbox.core.Protocol protocol) throws Exception {
        return Conditions.await("connected", wiring.connect(client, address, protocol, Options.DEFAULT));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void echo(EnginePair pair) throws Exception {
        InetSocketAddress address = pair.listen(connection -> connection::write);
        List<byte[]> sent = new ArrayList<>();
        List<CompletableFuture<byte[]>> got = new ArrayList<>();
        for (int index = 0; index < 5; index++) {
            byte[] bytes = pair.bytes(pair.random.nextInt(1, 100_000));
            CompletableFuture<byte[]> back = new CompletableFuture<>();
            sent.add(bytes);
            got.add(back);
            pair.connect(address, connection -> {
                connection.write(ByteBuffer.wrap(bytes));
                connection.end();
                return new CollectingSession(back);
            });
        }
        for (int index = 0; index < sent.size(); index++) {
            Assert.equal(sent.get(index), Conditions.await("echo " + index, got.get(index)), "echo " + index);
        }
    }

    /** Both sides send more than the sockets hold, and read slowly: a piece, a pause, a piece. */
    private static void backPressure(EnginePair pair) throws Exception {
        byte[] bytes = pair.bytes(3_000_000);
        InetSocketAddress address = pair.listen(connection -> connection::write);
        CompletableFuture<byte[]> back = new CompletableFuture<>();
        pair.connect(address, connection -> {
            Sender sender = new Sender(connection, bytes, back);
            sender.writable();
            return sender;
        });
        Assert.equal(bytes, Conditions.await("everything has come back", back), "echo");
    }

    private static final class Sender implements Session {
        private final Connection connection;
        private final ByteBuffer rest;
        private final CollectingSession collecting;
        private int offers;

        Sender(Connection connection, byte[] bytes, CompletableFuture<byte[]> back) {
            this.connection = connection;
            rest = ByteBuffer.wrap(bytes);
            collecting = new CollectingSession(back);
        }

        @Override
        public void received(ByteBuffer in) {
            collecting.received(in);
            if (++offers % 16 == 0) {
                connection.pause();
                connection.schedule(Duration.ofMillis(1), connection::resume);
            }
        }

        @Override
        public void writable() {
            boolean more = true;
            while (more && rest.hasRemaining()) {
                int step = Math.min(20_000, rest.remaining());
                more = connection.write(rest.slice(rest.position(), step));
                rest.position(rest.position() + step);
            }
            if (!rest.hasRemaining()) {
                connection.end();
            }
        }

        @Override
        public void closed(@org.jspecify.annotations.Nullable Throwable cause) {
            collecting.closed(cause);
        }
    }

    private static void halfClose(EnginePair pair) throws Exception {
        byte[] up = pair.bytes(200_000);
        byte[] down = pair.bytes(200_000);
        CompletableFuture<byte[]> atServer = new CompletableFuture<>();
        CompletableFuture<byte[]> atClient = new CompletableFuture<>();
        InetSocketAddress address = pair.listen(connection -> new Session() {
            private final CollectingSession collecting = new CollectingSession(atServer);

            @Override
            public void received(ByteBuffer in) {
                collecting.received(in);
            }

            @Override
            public boolean ended() {
                connection.execute(() -> {
                    connection.write(ByteBuffer.wrap(down));
                    connection.end();
                });
                return true;
            }

            @Override
            public void closed(@org.jspecify.annotations.Nullable Throwable cause) {
                collecting.closed(cause);
            }
        });
        pair.connect(address, connection -> {
            connection.write(ByteBuffer.wrap(up));
            connection.end();
            return new CollectingSession(atClient);
        });
        Assert.equal(up, Conditions.await("the server is closed", atServer), "what the server got");
        Assert.equal(down, Conditions.await("the client is closed", atClient), "what the client got after its end");
    }

    private static void pingPong(EnginePair pair) throws Exception {
        int rounds = 50;
        InetSocketAddress address = pair.listen(connection -> in -> {
            byte ball = in.get();
            connection.execute(() -> connection.write(ByteBuffer.wrap(new byte[] {ball})));
        });
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger round = new AtomicInteger();
        Connection player = pair.connect(address, connection -> {
            connection.write(ByteBuffer.wrap(new byte[] {0}));
            return in -> {
                Assert.equal((byte) round.get(), in.get(), "ball");
                if (round.incrementAndGet() == rounds) {
                    done.countDown();
                    return;
                }
                Runnable next = () -> connection.write(ByteBuffer.wrap(new byte[] {(byte) round.get()}));
                if (round.get() % 10 == 0) {
                    connection.schedule(Duration.ofMillis(1), next);
                } else {
                    next.run();
                }
            };
        });
        Conditions.await("all rounds are finished", done);
        player.close();
    }

    private static void close(EnginePair pair) throws Exception {
        for (boolean byServer : new boolean[] {true, false}) {
            ScriptedProtocol atServer = new ScriptedProtocol();
            ScriptedProtocol atClient = new ScriptedProtocol();
            pair.connect(pair.listen(atServer), atClient);
            (byServer ? atServer : atClient).connection().close();
            Assert.equal(null, atServer.cause(), "the server's cause");
            Assert.equal(null, atClient.cause(), "the client's cause");
        }
    }

    private static void failure(EnginePair pair) throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        for (boolean byServer : new boolean[] {true, false}) {
            ScriptedProtocol thrower = new ScriptedProtocol().receiving((connection, in) -> {
                throw planted;
            });
            ScriptedProtocol other =
                    new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.allocate(100)));
            ScriptedProtocol atServer = byServer ? thrower : other;
            ScriptedProtocol atClient = byServer ? other : thrower;
            pair.connect(pair.listen(atServer), atClient);
            Assert.equal(planted, thrower.cause(), "cause at the side that threw");
            Throwable seen = other.cause();
            Assert.that(pair.wiring.endsTorn(seen), "cause at the other side: " + seen);
        }
    }
}
