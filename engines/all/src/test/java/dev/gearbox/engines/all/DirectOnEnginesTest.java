package dev.gearbox.engines.all;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Options;
import dev.gearbox.protocols.Direct;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.FailureCollector;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Blocking handlers on every engine, as behaviours of the contract with its checks for leaks: a {@link Direct} connection behaves as a socket. */
@Tag("deep")
@Timeout(600)
@OneOfEachModel
class DirectOnEnginesTest {
    private static final AttributeKey<String> NAME = AttributeKey.of("name");

    /** The number of behaviours on each engine in the build. */
    private static final int SAMPLE = 4;

    private static final List<Behaviour> BEHAVIOURS = List.of(
            Behaviour.of("a blocking handler echoes, and ends when the peer does", DirectOnEnginesTest::echo),
            Behaviour.of("a read time-out leaves the connection usable", DirectOnEnginesTest::readTimeout),
            Behaviour.of("a blocking handler half-closes and goes on reading", DirectOnEnginesTest::halfClose),
            Behaviour.of("closing a stream closes the connection", DirectOnEnginesTest::closingAStream),
            Behaviour.of("an interrupt closes the connection", DirectOnEnginesTest::interrupt),
            Behaviour.of("a blocking handler sees a reset", DirectOnEnginesTest::reset),
            Behaviour.of("a blocking handler aborts its connection", DirectOnEnginesTest::abort),
            Behaviour.of("a blocking handler that does not return has the linger time", DirectOnEnginesTest::linger),
            Behaviour.shifting("a blocking handler shifts its connection", DirectOnEnginesTest::shift));

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void behavesAsASocket(String spec) {
        FailureCollector failures = new FailureCollector();
        long seed = Contract.seed();
        SeededSample.of(BEHAVIOURS, SAMPLE, seed ^ spec.hashCode())
                .forEach(each -> failures.add(each.name(), Contract.play(spec, "selector", each, seed, Wiring.PLAIN)));
        failures.check(spec + " (-Dgearbox.seed=" + seed + ")");
    }

    private static void echo(EngineFixture fixture) throws Exception {
        byte[] sent = fixture.bytes(300_000);
        Peer peer = fixture.peer(fixture.listen(new Direct(InputStream::transferTo)));
        fixture.together(
                () -> {
                    peer.send(sent);
                    peer.endOutput();
                    return null;
                },
                () -> {
                    Assert.equal(sent, peer.receiveAll(), "echo");
                    return null;
                });
        fixture.awaitAllClosed();
    }

    private static void readTimeout(EngineFixture fixture) throws Exception {
        Peer peer = fixture.peer(fixture.listen(new Direct(connection -> {
            connection.readTimeout(Duration.ofMillis(20));
            try {
                connection.output().write(connection.input().read());
            } catch (SocketTimeoutException late) {
                connection.readTimeout(Duration.ZERO);
                connection.output().write(99);
                connection.output().write(connection.input().read());
            }
        })));
        Assert.equal(new byte[] {99}, peer.receive(1), "what the handler says after its time-out");
        peer.echo(new byte[] {5});
        Assert.equal(0, peer.receiveAll().length, "bytes after the handler has returned");
    }

    private static void halfClose(EngineFixture fixture) throws Exception {
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        Peer peer = fixture.peer(fixture.listen(new Direct(connection -> {
            connection.output().write(new byte[] {1, 2});
            connection.shutdownOutput();
            read.complete(connection.input().readAllBytes());
        })));
        Assert.equal(new byte[] {1, 2}, peer.receiveAll(), "before the end");
        byte[] sent = fixture.bytes(100_000);
        peer.send(sent);
        peer.endOutput();
        Assert.equal(sent, Conditions.await("the handler has read all", read), "after its own end");
        fixture.awaitAllClosed();
    }

    private static void closingAStream(EngineFixture fixture) throws Exception {
        for (boolean ofInput : new boolean[] {true, false}) {
            CompletableFuture<Boolean> refused = new CompletableFuture<>();
            byte[] said = fixture.bytes(50_000);
            Peer peer = fixture.peer(fixture.listen(new Direct(connection -> {
                connection.output().write(said);
                if (ofInput) {
                    connection.input().close();
                } else {
                    connection.output().close();
                }
                try {
                    refused.complete(connection.input().read() > Byte.MAX_VALUE);
                } catch (SocketException closed) {
                    refused.complete(true);
                }
            })));
            Assert.equal(said, peer.receiveAll(), "what was written before");
            Assert.that(Conditions.await("a read ends", refused), "a read of a closed connection does not throw");
        }
        fixture.awaitAllClosed();
    }

    private static void interrupt(EngineFixture fixture) throws Exception {
        CompletableFuture<Thread> reader = new CompletableFuture<>();
        CompletableFuture<Boolean> stays = new CompletableFuture<>();
        Peer peer = fixture.peer(fixture.listen(new Direct((in, out) -> {
            reader.complete(Thread.currentThread());
            try {
                stays.complete(in.read() > Byte.MAX_VALUE);
            } catch (SocketException closed) {
                stays.complete(Thread.currentThread().isInterrupted());
            }
        })));
        Conditions.await("the handler runs", reader).interrupt();
        Assert.that(Conditions.await("the read ends", stays), "the read threw nothing, or the interrupt is lost");
        peer.awaitClosed();
        fixture.awaitAllClosed();
    }

    private static void reset(EngineFixture fixture) throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Peer peer = fixture.peer(fixture.listen(new Direct((in, out) -> {
            out.write(1);
            try {
                in.readAllBytes();
                seen.completeExceptionally(new AssertionError("the input ended in order"));
            } catch (SocketException lost) {
                seen.complete(lost);
            }
        })));
        peer.receive(1);
        peer.reset();
        Throwable lost = Conditions.await("the handler sees it", seen);
        Assert.that(lost.getCause() instanceof ConnectionResetException, "the cause is " + lost.getCause());
        fixture.awaitAllClosed();
    }

    private static void abort(EngineFixture fixture) throws Exception {
        Peer peer = fixture.peer(fixture.listen(new Direct(connection -> {
            connection.input().read();
            connection.connection().abort();
        })));
        peer.send(new byte[1]);
        peer.awaitClosed();
        fixture.awaitAllClosed();
    }

    /** The peer never ends its side. */
    private static void linger(EngineFixture fixture) throws Exception {
        Options options = EngineFixture.OPTIONS.withLinger(Duration.ofMillis(20));
        Peer peer = fixture.peer(fixture.listen(new Direct((in, out) -> out.write(7)), options));
        Assert.equal(new byte[] {7}, peer.receiveAll(), "until its end");
        fixture.awaitAllClosed();
    }

    private static void shift(EngineFixture fixture) throws Exception {
        CompletableFuture<Connection> moved = new CompletableFuture<>();
        InetSocketAddress address = fixture.listen(new Direct(each -> {
            Connection below = each.connection();
            below.setAttribute(NAME, "Ada");
            each.output().write(each.input().read());
            below.shiftTo(fixture.target()).toCompletableFuture().get(120, TimeUnit.SECONDS);
            moved.complete(below);
            each.input().transferTo(each.output());
        }));
        fixture.target();
        Peer peer = fixture.peer(address);
        peer.echo(new byte[] {1});
        Connection below = Conditions.await("it is shifted", moved);
        Assert.that(fixture.target().equals(below.engine()), "it is with " + below.engine());
        Assert.equal("Ada", below.attribute(NAME).orElse(""), "its attribute");
        byte[] sent = fixture.bytes(20_000);
        peer.echo(sent);
        peer.endOutput();
        Assert.equal(0, peer.receiveAll().length, "bytes after the end");
        fixture.awaitAllClosed();
    }
}
