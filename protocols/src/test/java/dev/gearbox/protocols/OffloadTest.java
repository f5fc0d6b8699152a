package dev.gearbox.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.protocols.frames.LengthPrefixed;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class OffloadTest {
    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<Offload> offloads = new ArrayList<>();

    @TempDir
    private Path folder;

    private Offload to(int workers, Protocol protocol) {
        Offload offload = Offload.to(workers, protocol);
        offloads.add(offload);
        return offload;
    }

    @AfterEach
    void close() {
        engine.close();
        offloads.forEach(Offload::close);
    }

    @Test
    void echoesHoweverTheInputIsCut() {
        long seed = System.nanoTime();
        byte[] input = new byte[20_000];
        new SplittableRandom(seed).nextBytes(input);
        assertThat(SplitInput.check(() -> to(2, new Echo()), input, seed)).isEqualTo(input);
    }

    @Test
    void carriesFrames() {
        long seed = System.nanoTime();
        ByteBuffer frames = ByteBuffer.allocate(10_000);
        SplittableRandom random = new SplittableRandom(seed);
        while (frames.remaining() > 400) {
            byte[] payload = new byte[random.nextInt(300)];
            frames.putInt(payload.length).put(payload);
        }
        byte[] input = java.util.Arrays.copyOf(frames.array(), frames.position());
        assertThat(SplitInput.check(() -> to(3, new LengthPrefixed(300, out -> out::send)), input, seed))
                .isEqualTo(input);
    }

    @Test
    void callbacksRunOnWorkersAndNeverOverlap() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        var threads = ConcurrentHashMap.<String>newKeySet();
        InMemoryConnection connection = engine.open(to(4, peer -> {
            peer.schedule(
                    Duration.ZERO, () -> threads.add(Thread.currentThread().getName()));
            return in -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                threads.add(Thread.currentThread().getName());
                peer.write(in);
                inside.decrementAndGet();
            };
        }));
        byte[] byteByByte = new byte[1_000];
        for (int index = 0; index < byteByByte.length; index++) {
            connection.feedAll(byteByByte, index, 1);
        }
        connection.await("all is back", () -> connection.output().length == byteByByte.length);
        assertThat(most).hasValue(1);
        assertThat(threads).isNotEmpty().allMatch(name -> name.startsWith("offload-"));
    }

    @Test
    void aFullInboxPausesTheConnectionUntilItIsHalfEmpty() throws InterruptedException {
        Semaphore permits = new Semaphore(0);
        InMemoryConnection connection = engine.open(to(1, peer -> in -> {
            permits.acquireUninterruptibly();
            in.position(in.limit());
        }));
        byte[] bytes = new byte[1 << 20];
        int fed = connection.feed(bytes, 0, bytes.length);
        assertThat(connection.reading()).isFalse();
        // What the worker is processing, the inbox, and the read that did not fit.
        assertThat(fed).isLessThanOrEqualTo(4 * OffloadedSession.INBOX);
        permits.release(1_000);
        connection.await("it reads again", connection::reading);
        connection.feedAll(bytes, fed, bytes.length - fed);
    }

    @Test
    void aPeerThatDoesNotReadStopsTheSessionWriting() {
        AtomicInteger written = new AtomicInteger();
        CompletableFuture<Void> refused = new CompletableFuture<>();
        InMemoryConnection connection = engine.open(to(1, peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                in.position(in.limit());
                writable();
            }

            @Override
            public void writable() {
                boolean more = true;
                while (more && written.get() < 2_000_000) {
                    more = peer.write(ByteBuffer.allocate(10_000));
                    written.addAndGet(10_000);
                }
                if (!more) {
                    refused.complete(null);
                }
            }
        }));
        connection.takes(offered -> 0);
        connection.feed(new byte[1], 0, 1);
        connection.await("write() says false", refused::isDone);
        assertThat(written.get()).isLessThan(500_000);
        connection.takes(offered -> offered);
        connection.await("all is sent", () -> connection.output().length == 2_000_000);
    }

    @Test
    void theHandlersExceptionClosesTheConnectionWithThatCause() {
        IllegalStateException planted = new IllegalStateException("planted");
        AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();
        InMemoryConnection connection = engine.open(to(1, peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                throw planted;
            }

            @Override
            public void closed(@Nullable Throwable reason) {
                cause.set(reason);
            }
        }));
        connection.feed(new byte[1], 0, 1);
        connection.await("it is closed", () -> cause.get() != null);
        assertThat(cause).hasValue(planted);
        assertThat(connection.closed()).isTrue();
    }

    @Test
    void theConnectionsEndReachesTheSessionOnceAndLast() {
        CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
        List<String> entries = java.util.Collections.synchronizedList(new ArrayList<>());
        InMemoryConnection connection = engine.open(to(2, peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                entries.add("received " + in.remaining());
                in.position(in.limit());
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                entries.add("closed");
                closed.complete(Optional.ofNullable(cause));
            }
        }));
        connection.feed(new byte[3], 0, 3);
        connection.fail(new java.io.IOException("Connection reset by peer"));
        assertThat(closed.orTimeout(120, TimeUnit.SECONDS).join()).isPresent();
        assertThat(entries).containsExactly("received 3", "closed");
    }

    @Test
    void halfCloseBothWays() {
        InMemoryConnection connection = engine.open(to(1, peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                in.position(in.limit());
            }

            @Override
            public boolean ended() {
                peer.schedule(Duration.ofMillis(1), () -> {
                    peer.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                    peer.end();
                });
                return true;
            }
        }));
        connection.end();
        connection.await("the timer has its turn", () -> {
            connection.elapse(Duration.ofMillis(1).toNanos());
            return connection.closed();
        });
        assertThat(connection.output()).containsExactly(1, 2, 3);
    }

    @Test
    void elasticLetsNobodyWait() throws InterruptedException {
        int sessions = 20;
        CountDownLatch all = new CountDownLatch(sessions);
        Offload offload = Offload.elastic(peer -> in -> {
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            peer.write(in);
        });
        offloads.add(offload);
        List<InMemoryConnection> connections = new ArrayList<>();
        for (int index = 0; index < sessions; index++) {
            InMemoryConnection connection = engine.open(offload);
            connection.feed(new byte[1], 0, 1);
            connections.add(connection);
        }
        for (InMemoryConnection connection : connections) {
            connection.await("its answer", () -> connection.output().length == 1);
        }
    }

    @Test
    void closingEndsWhatIsOpenAndTheThreads() throws InterruptedException {
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        Offload offload = to(1, peer -> {
            worker.complete(Thread.currentThread());
            return new Session() {
                @Override
                public void received(ByteBuffer in) {}
            };
        });
        InMemoryConnection connection = engine.open(offload);
        Thread thread = worker.orTimeout(120, TimeUnit.SECONDS).join();
        assertThat(offload.sessions()).isEqualTo(1);
        Thread closing = Thread.ofPlatform().start(offload::close);
        connection.await("it is closed", connection::closed);
        closing.join();
        assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
        assertThat(offload.sessions()).isZero();
    }

    @Test
    void anExecutorThatRefusesClosesTheConnection() {
        AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();
        AtomicInteger turns = new AtomicInteger();
        Offload offload = Offload.to(
                turn -> {
                    if (turns.incrementAndGet() > 1) {
                        throw new RejectedExecutionException("full");
                    }
                    turn.run();
                },
                (Connection peer) -> new Session() {
                    @Override
                    public void received(ByteBuffer in) {}

                    @Override
                    public void closed(@Nullable Throwable reason) {
                        cause.set(reason);
                    }
                });
        offloads.add(offload);
        InMemoryConnection connection = engine.open(offload);
        connection.feed(new byte[1], 0, 1);
        connection.await("it is closed", connection::closed);
        assertThat(cause.get()).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void theWaitForAWorkerIsCountedAndRecorded() throws IOException {
        Path file = folder.resolve("offload.jfr");
        Semaphore gate = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        try (Recording recording = new Recording()) {
            recording.enable("gearbox.OffloadWait").withThreshold(Duration.ZERO);
            recording.start();
            Offload offload = to(1, peer -> in -> {
                inside.incrementAndGet();
                gate.acquireUninterruptibly();
                peer.write(in);
            });
            InMemoryConnection first = engine.open(offload);
            InMemoryConnection second = engine.open(offload);
            first.await("both sessions are open", () -> offload.sessions() == 2);
            first.feedAll(new byte[1], 0, 1);
            first.await("the worker is busy", () -> inside.get() == 1);
            first.await("no turn waits", () -> offload.stats().waiting() == 0);
            second.feedAll(new byte[1], 0, 1);
            OffloadStats during = offload.stats();
            assertThat(during.waiting()).isOne();
            gate.release(2);
            second.await("the other echo", () -> second.output().length == 1);
            OffloadStats after = offload.stats();
            assertThat(after.turns()).isGreaterThan(during.turns());
            assertThat(after.waitNanos()).isGreaterThan(during.waitNanos());
            assertThat(after.sessions()).isEqualTo(2);
            recording.stop();
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals("gearbox.OffloadWait"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.getString("offload")).isEqualTo("offload(1)"));
    }

    /** The session on the workers is closed last, after everything that it wrote, although the connection below is the one being closed. */
    @Test
    void closedFromOutside() {
        CompletableFuture<Connection> below = new CompletableFuture<>();
        CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
        Offload offload = to(1, peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                peer.write(in);
            }

            @Override
            public boolean closing() {
                peer.write(ByteBuffer.wrap(new byte[] {7}));
                return true;
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                closed.complete(Optional.ofNullable(cause));
            }
        });
        InMemoryConnection connection = engine.open(peer -> {
            below.complete(peer);
            return offload.open(peer);
        });
        connection.feedAll(new byte[] {1, 2}, 0, 2);
        connection.await("the echo", () -> connection.output().length == 2);
        below.join().close();
        connection.await("it is closed", connection::closed);
        assertThat(connection.output()).containsExactly(1, 2, 7);
        assertThat(closed.join()).isEmpty();
    }
}
