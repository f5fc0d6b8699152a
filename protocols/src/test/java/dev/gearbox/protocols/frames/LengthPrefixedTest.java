package dev.gearbox.protocols.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LengthPrefixedTest {
    private static final int MAX = 5_000;

    private final InMemoryEngine engine = new InMemoryEngine();

    private static byte[] frame(byte... payload) {
        return ByteBuffer.allocate(4 + payload.length)
                .putInt(payload.length)
                .put(payload)
                .array();
    }

    private static byte[] frames(SplittableRandom random, int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int index = 0; index < count; index++) {
            byte[] payload = new byte[random.nextInt(random.nextInt(5) == 0 ? MAX + 1 : 20)];
            random.nextBytes(payload);
            all.writeBytes(frame(payload));
        }
        return all.toByteArray();
    }

    private static long seed() {
        String given = System.getProperty("gearbox.seed", "");
        return given.isBlank() ? System.nanoTime() : Long.parseLong(given);
    }

    @Test
    void echoesFramesHoweverTheyAreCut() {
        long seed = seed();
        byte[] input = frames(new SplittableRandom(seed), 100);
        byte[] output = SplitInput.check(() -> new LengthPrefixed(MAX, frames -> frames::send), input, seed);
        assertThat(output).isEqualTo(input);
    }

    @Test
    void answersWithFramesHoweverTheyAreCut() {
        long seed = seed();
        byte[] input = frames(new SplittableRandom(seed), 100);
        // The length of each frame: an answer that shares no byte with the input.
        byte[] output = SplitInput.check(
                () -> new LengthPrefixed(
                        MAX,
                        frames -> frame -> frames.send(
                                ByteBuffer.allocate(4).putInt(frame.remaining()).flip())),
                input,
                seed);
        assertThat(output).hasSize(800);
        assertThat(ByteBuffer.wrap(output).getInt()).isEqualTo(4);
    }

    @Test
    void partOfAFrameIsSentAsAFrame() {
        InMemoryConnection connection = engine.open(new LengthPrefixed(MAX, frames -> frame -> {
            frame.get();
            frames.send(frame);
        }));
        byte[] input = frame((byte) 1, (byte) 2, (byte) 3);
        connection.feedAll(input, 0, input.length);
        assertThat(connection.output()).isEqualTo(frame((byte) 2, (byte) 3));
    }

    @Test
    void aFrameThatIsTooLargeCutsThePeerOff() {
        AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();
        for (int size : new int[] {MAX + 1, -1, Integer.MIN_VALUE}) {
            InMemoryConnection connection = engine.open(recording(cause, new ArrayList<>()));
            byte[] header = ByteBuffer.allocate(4).putInt(size).array();
            connection.feed(header, 0, 4);
            assertThat(connection.closed()).isTrue();
            assertThat(cause.get()).isInstanceOf(FrameException.class).hasMessageContaining("at most 5000");
        }
    }

    @Test
    void aPeerThatEndsInTheMidstOfAFrameIsAnError() {
        AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();
        byte[] input = frame(new byte[10]);
        for (int cut = 1; cut < input.length; cut++) {
            InMemoryConnection connection = engine.open(recording(cause, new ArrayList<>()));
            connection.feed(input, 0, cut);
            connection.end();
            assertThat(connection.closed()).isTrue();
            assertThat(cause.get()).isInstanceOf(FrameException.class).hasMessageContaining("within a frame");
        }
        InMemoryConnection whole = engine.open(recording(cause, new ArrayList<>()));
        whole.feed(input, 0, input.length);
        whole.end();
        assertThat(whole.closed()).isTrue();
        assertThat(cause.get()).isNull();
    }

    private static LengthPrefixed recording(AtomicReference<@Nullable Throwable> cause, List<Integer> sizes) {
        return new LengthPrefixed(MAX, frames -> new FrameSession() {
            @Override
            public void frame(ByteBuffer frame) {
                sizes.add(frame.remaining());
            }

            @Override
            public void closed(@Nullable Throwable reason) {
                cause.set(reason);
            }
        });
    }

    @Test
    void noFrameComesAfterPauseOrClose() {
        List<Integer> sizes = new ArrayList<>();
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (int size : new int[] {1, 7, 2, 9, 3}) {
            input.writeBytes(frame(new byte[size]));
        }
        CompletableFuture<FrameConnection> opened = new CompletableFuture<>();
        LengthPrefixed protocol = new LengthPrefixed(MAX, frames -> {
            opened.complete(frames);
            return frame -> {
                sizes.add(frame.remaining());
                if (frame.remaining() == 7) {
                    frames.pause();
                } else if (frame.remaining() == 9) {
                    frames.close();
                }
            };
        });
        InMemoryConnection connection = engine.open(protocol);
        connection.feed(input.toByteArray(), 0, input.size());
        assertThat(sizes).containsExactly(1, 7);
        opened.join().execute(opened.join()::resume);
        connection.step();
        assertThat(sizes).containsExactly(1, 7, 2, 9);
        assertThat(connection.closed()).isTrue();
    }

    @Test
    void noFrameComesAboveTheHighWaterMark() {
        List<Integer> sizes = new ArrayList<>();
        InMemoryConnection connection = engine.open(
                new LengthPrefixed(MAX, frames -> frame -> {
                    sizes.add(frame.remaining());
                    frames.send(frame);
                }),
                Options.DEFAULT.withWater(50, 10));
        connection.takes(offered -> 0);
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (int count = 0; count < 20; count++) {
            input.writeBytes(frame(new byte[16]));
        }
        connection.feed(input.toByteArray(), 0, input.size());
        assertThat(sizes).as("20 bytes each, the third passes the mark").hasSize(3);
        connection.takes(offered -> offered);
        assertThat(sizes).hasSize(20);
        assertThat(connection.output()).isEqualTo(input.toByteArray());
    }

    @Test
    void tooLargeToSend() {
        engine.open(new LengthPrefixed(3, frames -> {
            assertThatThrownBy(() -> frames.send(ByteBuffer.allocate(4))).isInstanceOf(IllegalArgumentException.class);
            return frame -> {};
        }));
        assertThatThrownBy(() -> new LengthPrefixed(-1, frames -> frame -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatAFrameSessionThrowsIsLoggedUnlessItHearsOfIt() {
        IllegalStateException planted = new IllegalStateException("planted");
        try (CapturedLog log = new CapturedLog()) {
            InMemoryConnection connection = engine.open(new LengthPrefixed(MAX, frames -> frame -> {
                throw planted;
            }));
            connection.feed(frame(), 0, 4);
            assertThat(connection.closed()).isTrue();
            assertThat(log.warnings(planted)).isOne();
        }
    }

    @Test
    void aFrameSessionIsAskedBeforeItsConnectionIsClosedFromOutside() {
        byte[] lastFrame = frame((byte) 7);
        InMemoryConnection connection = engine.open(new LengthPrefixed(MAX, frames -> new FrameSession() {
            @Override
            public void frame(ByteBuffer frame) {}

            @Override
            public boolean closing() {
                frames.send(ByteBuffer.wrap(new byte[] {7}));
                return true;
            }
        }));
        engine.connections().forEach(Connection::close);
        connection.step();
        assertThat(connection.output()).isEqualTo(lastFrame);
        assertThat(connection.closed()).isTrue();
    }
}
