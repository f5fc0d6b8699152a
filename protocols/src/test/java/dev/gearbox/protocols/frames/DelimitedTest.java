package dev.gearbox.protocols.frames;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DelimitedTest {
    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<String> frames = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private Delimited recording(int max, String delimiter) {
        return Delimited.of(max, ascii(delimiter), connection -> new FrameSession() {
            @Override
            public void frame(ByteBuffer frame) {
                frames.add(US_ASCII.decode(frame).toString());
            }

            @Override
            public void closed(@Nullable Throwable reason) {
                cause.set(reason);
            }
        });
    }

    private InMemoryConnection feed(Delimited protocol, String input) {
        InMemoryConnection connection = engine.open(protocol);
        connection.feed(ascii(input), 0, input.length());
        return connection;
    }

    /** An alphabet of two letters, of which the delimiters consist too: they overlap, and begin within frames. */
    @Test
    void findsTheDelimitersHoweverTheInputIsCut() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (String delimiter : List.of("b", "ab", "aab", "abab", "aaaa", "ababbaba")) {
            StringBuilder input = new StringBuilder();
            for (int at = 0; at < 3_000; at++) {
                input.append(random.nextInt(3) == 0 ? 'b' : 'a');
            }
            input.append(delimiter);
            List<String> expected = new ArrayList<>();
            int from = 0;
            for (int at; (at = input.indexOf(delimiter, from)) >= 0; from = at + delimiter.length()) {
                expected.add(input.substring(from, at));
            }
            input.setLength(from);
            byte[] output = SplitInput.check(
                    () -> Delimited.of(10_000, ascii(delimiter), connection -> connection::send),
                    ascii(input.toString()),
                    seed);
            assertThat(output).as(delimiter).isEqualTo(ascii(input.toString()));
            frames.clear();
            feed(recording(10_000, delimiter), input.toString());
            assertThat(frames).as(delimiter).isEqualTo(expected);
        }
    }

    @Test
    void aFrameOfTheLimitPassesAndALargerOneCutsThePeerOff() {
        feed(recording(3, "--"), "abc--a-b----");
        assertThat(frames).containsExactly("abc", "a-b", "");
        assertThat(cause.get()).isNull();
        for (String tooLong : List.of("abcd--", "abcde", "abc-d-", "abcd-")) {
            assertThat(feed(recording(3, "--"), tooLong).closed()).as(tooLong).isTrue();
            assertThat(cause.get())
                    .isInstanceOf(FrameException.class)
                    .hasMessageStartingWith("the peer sends a frame of more than 3 bytes");
        }
    }

    @Test
    void aPeerThatEndsWithinADelimiterIsAnError() {
        InMemoryConnection connection = feed(recording(9, "--"), "abc-");
        connection.end();
        assertThat(cause.get())
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("within a frame, after 4 bytes");
    }

    @Test
    void whatWouldBeTwoFramesIsNotSent() {
        InMemoryConnection connection = engine.open(Delimited.of(99, ascii("abab"), frames -> {
            for (String refused : List.of("abab", "xabab", "ab", "xab", "xaba" + "babx")) {
                assertThatThrownBy(() -> frames.send(refused))
                        .as(refused)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("delimiter at byte");
            }
            frames.send("a");
            frames.send("aba");
            frames.send("abba");
            return frame -> {};
        }));
        assertThat(connection.output()).isEqualTo(ascii("a" + "abab" + "aba" + "abab" + "abba" + "abab"));
    }

    @Test
    void wrongArguments() {
        assertThatThrownBy(() -> Delimited.of(1, new byte[0], frames -> frame -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Delimited.of(Integer.MAX_VALUE, new byte[1], frames -> frame -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
