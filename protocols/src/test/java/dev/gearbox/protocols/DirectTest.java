package dev.gearbox.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
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

    private InMemoryConnection open(Direct.StreamHandler handler) {
        return engine.open(new Direct(handler));
    }

    private InMemoryConnection talk(Options options, Direct.Handler handler) {
        return engine.open(new Direct(handler), options);
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
    void theMomentIsTheLingerOfTheOptions() {
        InMemoryConnection connection = talk(Options.DEFAULT.withLinger(Duration.ofHours(1)), each -> {});
        connection.await("our side has ended", connection::outputEnded);
        connection.await("it is closed", () -> {
            connection.elapse(Duration.ofMinutes(1).toNanos());
            return connection.closed();
        });
        assertThat(connection.now()).isGreaterThanOrEqualTo(Duration.ofHours(1).toNanos());
    }

    @Test
    void aReadTimeOutLeavesTheConnectionUsable() {
        CompletableFuture<Exception> thrown = new CompletableFuture<>();
        InMemoryConnection connection = talk(Options.DEFAULT, each -> {
            each.readTimeout(Duration.ofMillis(1));
            try {
                each.input().read();
            } catch (SocketTimeoutException late) {
                thrown.complete(late);
            }
            each.readTimeout(Duration.ZERO);
            each.output().write(each.input().read() + 1);
        });
        assertThat(thrown.orTimeout(120, TimeUnit.SECONDS).join()).hasMessageContaining("PT0.001S");
        connection.feedAll(new byte[] {6}, 0, 1);
        connection.await("it answers", () -> connection.output().length == 1);
        assertThat(connection.output()).containsExactly(7);
    }

    @Test
    void aTimeOutIsNotNegative() {
        CompletableFuture<Void> checked = new CompletableFuture<>();
        InMemoryConnection connection = talk(Options.DEFAULT, each -> {
            assertThatThrownBy(() -> each.readTimeout(Duration.ofNanos(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT-0.000000001S");
            checked.complete(null);
        });
        connection.await("it is checked", checked::isDone);
    }

    @Test
    void theHandlerSeesTheConnection() {
        AttributeKey<String> name = AttributeKey.of("name");
        CompletableFuture<DirectConnection> seen = new CompletableFuture<>();
        InMemoryConnection connection = talk(Options.DEFAULT, each -> {
            each.connection().setAttribute(name, "Ada");
            each.connection().send(ByteBuffer.wrap(new byte[] {1}));
            each.output().write(2);
            seen.complete(each);
            each.input().read();
        });
        Connection below = seen.orTimeout(120, TimeUnit.SECONDS).join().connection();
        assertThat(below.attribute(name)).contains("Ada");
        assertThat(below.remoteAddress()).isNotNull();
        connection.await("both are sent, in order", () -> connection.output().length == 2);
        assertThat(connection.output()).containsExactly(1, 2);
        below.abort();
        connection.await("it is reset", connection::aborted);
    }

    @Test
    void shuttingTheOutputLeavesTheInput() {
        CompletableFuture<Void> checked = new CompletableFuture<>();
        InMemoryConnection connection = talk(Options.DEFAULT, each -> {
            each.output().write(new byte[] {1});
            each.shutdownOutput();
            each.shutdownOutput();
            assertThatThrownBy(() -> each.output().write(2)).isInstanceOf(SocketException.class);
            assertThat(each.input().readAllBytes()).containsExactly(5, 6);
            checked.complete(null);
        });
        connection.await("our side has ended", connection::outputEnded);
        connection.feedAll(new byte[] {5, 6}, 0, 2);
        connection.end();
        connection.await("it is closed", connection::closed);
        checked.orTimeout(120, TimeUnit.SECONDS).join();
        assertThat(connection.output()).containsExactly(1);
    }

    @Test
    void closingAStreamClosesTheConnection() throws IOException {
        for (boolean ofInput : new boolean[] {true, false}) {
            CompletableFuture<DirectConnection> closed = new CompletableFuture<>();
            InMemoryConnection connection = talk(Options.DEFAULT, each -> {
                each.output().write(3);
                if (ofInput) {
                    each.input().close();
                } else {
                    each.output().close();
                }
                closed.complete(each);
            });
            connection.await("it is closed", connection::closed);
            assertThat(connection.output()).containsExactly(3);
            DirectConnection each = closed.join();
            assertThatThrownBy(() -> each.input().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> each.input().available()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> each.output().write(1)).isInstanceOf(SocketException.class);
            assertThatThrownBy(each::shutdownOutput).isInstanceOf(SocketException.class);
            each.close();
        }
    }

    @Test
    void availableIsWhatCanBeReadAtOnce() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> last = new CompletableFuture<>();
        InMemoryConnection connection = open((in, out) -> {
            in.read();
            first.complete(in.available());
            in.readAllBytes();
            last.complete(in.available());
        });
        connection.feedAll(new byte[] {1, 2, 3, 4}, 0, 4);
        connection.await("some are left", first::isDone);
        connection.end();
        assertThat(first.join()).isEqualTo(3);
        assertThat(last.orTimeout(120, TimeUnit.SECONDS).join()).isZero();
    }

    @Test
    void anInterruptClosesAsWithASocket() {
        CompletableFuture<Thread> reader = new CompletableFuture<>();
        CompletableFuture<Exception> thrown = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        InMemoryConnection connection = open((in, out) -> {
            reader.complete(Thread.currentThread());
            try {
                in.read();
            } catch (SocketException closed) {
                thrown.complete(closed);
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        reader.orTimeout(120, TimeUnit.SECONDS).join().interrupt();
        connection.await("it is closed", connection::closed);
        assertThat(thrown.join()).hasMessageContaining("interrupted");
        assertThat(interrupted.orTimeout(120, TimeUnit.SECONDS).join()).isTrue();
    }

    @Test
    void closingWakesAThreadThatReads() {
        CompletableFuture<DirectConnection> reading = new CompletableFuture<>();
        CompletableFuture<Exception> thrown = new CompletableFuture<>();
        InMemoryConnection connection = talk(Options.DEFAULT, each -> {
            reading.complete(each);
            try {
                each.input().read();
            } catch (SocketException closed) {
                thrown.complete(closed);
            }
        });
        reading.orTimeout(120, TimeUnit.SECONDS).join().close();
        connection.await("it is closed", connection::closed);
        assertThat(thrown.orTimeout(120, TimeUnit.SECONDS).join()).hasMessageContaining("is closed");
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
        assertThat(seen.join()).hasMessageContaining("is closed").hasRootCauseMessage("planted");
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
}
