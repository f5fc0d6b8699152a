package dev.gearbox.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class DirectTest {
    private final InMemoryEngine engine = new InMemoryEngine();

    private InMemoryConnection open(Direct.Handler handler) {
        return engine.open(new Direct(handler));
    }

    @Test
    void echoesHoweverTheInputIsCut() {
        long seed = System.nanoTime();
        byte[] input = new byte[50_000];
        new SplittableRandom(seed).nextBytes(input);
        Protocol echo = new Direct(InputStream::transferTo);
        assertThat(SplitInput.check(() -> echo, input, seed)).isEqualTo(input);
    }

    @Test
    void readsAndWritesLikeASocketsStreams() {
        InMemoryConnection connection = open((in, out) -> {
            int sum = in.read() + in.read();
            byte[] rest = new DataInputStream(in).readNBytes(3);
            out.write(sum);
            out.write(rest);
        });
        connection.feedAll(new byte[] {100, (byte) 200, 1, 2, 3}, 0, 5);
        connection.await("our side has ended", connection::outputEnded);
        assertThat(connection.output()).containsExactly(44, 1, 2, 3);
        assertThat(connection.closed()).as("the peer may still read and end").isFalse();
        connection.end();
        assertThat(connection.closed()).isTrue();
    }

    @Test
    void aPeerThatDoesNotEndIsClosedAfterAMoment() {
        InMemoryConnection connection = open((in, out) -> {});
        connection.await("our side has ended", connection::outputEnded);
        connection.await("it is closed", () -> {
            connection.elapse(Duration.ofMillis(100).toNanos());
            return connection.closed();
        });
    }

    @Test
    void aHandlerThatDoesNotReadStopsTheEngineReading() {
        CountDownLatch go = new CountDownLatch(1);
        InMemoryConnection connection = open((in, out) -> {
            go.await();
            in.transferTo(out);
        });
        byte[] bytes = new byte[1 << 20];
        new SplittableRandom(1).nextBytes(bytes);
        int fed = connection.feed(bytes, 0, bytes.length);
        assertThat(fed).isLessThanOrEqualTo(64 << 10);
        assertThat(connection.reading()).isFalse();
        go.countDown();
        connection.feedAll(bytes, fed, bytes.length - fed);
        connection.end();
        connection.await("it is closed", connection::closed);
        assertThat(connection.output()).isEqualTo(bytes);
    }

    @Test
    void aPeerThatDoesNotReadStopsTheHandlerWriting() {
        AtomicInteger written = new AtomicInteger();
        CompletableFuture<Thread> writer = new CompletableFuture<>();
        InMemoryConnection connection = open((in, out) -> {
            in.read();
            writer.complete(Thread.currentThread());
            for (int count = 0; count < 200; count++) {
                out.write(new byte[10_000]);
                written.addAndGet(10_000);
            }
        });
        connection.takes(offered -> 0);
        connection.feed(new byte[1], 0, 1);
        Thread thread = writer.orTimeout(120, TimeUnit.SECONDS).join();
        connection.await("the handler waits", () -> written.get() > 0 && thread.getState() == Thread.State.WAITING);
        assertThat(written.get()).isLessThan(500_000);
        connection.takes(offered -> offered);
        connection.await("all is sent", () -> connection.output().length == 2_000_000);
    }

    @Test
    void theHandlersExceptionIsTheCause() {
        CompletableFuture<IOException> seen = new CompletableFuture<>();
        CompletableFuture<InputStream> stream = new CompletableFuture<>();
        Exception planted = new Exception("planted");
        InMemoryConnection connection;
        try (CapturedLog log = new CapturedLog()) {
            connection = open((in, out) -> {
                stream.complete(in);
                throw planted;
            });
            connection.await("it is closed", connection::closed);
            assertThat(log.warnings(planted)).isOne();
        }
        try {
            stream.join().read();
        } catch (IOException lost) {
            seen.complete(lost);
        }
        assertThat(seen.join()).hasMessage("the connection is closed").hasRootCauseMessage("planted");
    }

    @Test
    void aConnectionThatIsLostEndsReadAndWrite() {
        CompletableFuture<IOException> reading = new CompletableFuture<>();
        CompletableFuture<IOException> writing = new CompletableFuture<>();
        InMemoryConnection connection = open((in, out) -> {
            try {
                in.read();
            } catch (IOException lost) {
                reading.complete(lost);
            }
            try {
                out.write(1);
            } catch (IOException lost) {
                writing.complete(lost);
            }
        });
        connection.fail(new IOException("planted"));
        assertThat(reading.orTimeout(120, TimeUnit.SECONDS).join()).hasRootCauseMessage("planted");
        assertThat(writing.orTimeout(120, TimeUnit.SECONDS).join()).hasRootCauseMessage("planted");
    }

    @Test
    void closingOneStreamLeavesTheOther() {
        CompletableFuture<Void> checked = new CompletableFuture<>();
        InMemoryConnection connection = open((in, out) -> {
            out.write(new byte[] {1});
            out.close();
            assertThatThrownBy(() -> out.write(2)).isInstanceOf(IOException.class);
            assertThat(in.readAllBytes()).containsExactly(5, 6);
            in.close();
            assertThatThrownBy(in::read).isInstanceOf(IOException.class);
            checked.complete(null);
        });
        connection.await("our side has ended", connection::outputEnded);
        connection.feedAll(new byte[] {5, 6}, 0, 2);
        connection.end();
        checked.orTimeout(120, TimeUnit.SECONDS).join();
        connection.await("it is closed", connection::closed);
        assertThat(connection.output()).containsExactly(1);
    }
}
