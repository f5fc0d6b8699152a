package dev.gearbox.protocols.frames;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinesTest {
    private static final int MAX = 300;

    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<String> lines = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private Protocol recording(int max, Charset charset) {
        return Lines.of(max, charset, connection -> new LineSession() {
            @Override
            public void line(String line) {
                lines.add(line);
            }

            @Override
            public void closed(@Nullable Throwable reason) {
                cause.set(reason);
            }
        });
    }

    private InMemoryConnection feed(Protocol protocol, String input) {
        InMemoryConnection connection = engine.open(protocol);
        byte[] bytes = ascii(input);
        connection.feed(bytes, 0, bytes.length);
        return connection;
    }

    private static String randomLines(SplittableRandom random, boolean mixed) {
        StringBuilder all = new StringBuilder();
        for (int count = 0; count < 100; count++) {
            int length = random.nextInt(random.nextInt(5) == 0 ? MAX + 1 : 20);
            for (int at = 0; at < length; at++) {
                all.append(at < length - 1 && random.nextInt(10) == 0 ? '\r' : (char) ('a' + random.nextInt(26)));
            }
            all.append(mixed && random.nextBoolean() ? "\r\n" : "\n");
        }
        return all.toString();
    }

    @Test
    void echoesLinesHoweverTheyAreCut() {
        long seed = System.nanoTime();
        String input = randomLines(new SplittableRandom(seed), true);
        assertThat(SplitInput.check(() -> Lines.of(MAX, lines -> lines::send), ascii(input), seed))
                .isEqualTo(ascii(input.replace("\r\n", "\n")));
        assertThat(SplitInput.check(
                        () -> Lines.of(MAX, lines -> lines::send).withLineEnd(LineEnd.CR_LF), ascii(input), seed))
                .isEqualTo(ascii(input.replace("\r\n", "\n").replace("\n", "\r\n")));
    }

    @Test
    void decodesLinesHoweverTheyAreCut() {
        long seed = System.nanoTime();
        String input = "größer\r\nals\n\nπ\n".repeat(20);
        for (Charset charset : List.of(UTF_8, Charset.forName("ISO-8859-7"), Charset.forName("GB18030"))) {
            String known = new String(input.getBytes(charset), charset);
            byte[] output = SplitInput.check(
                    () -> Lines.of(MAX, charset, lines -> line -> lines.send("<" + line + ">")),
                    known.getBytes(charset),
                    seed);
            assertThat(new String(output, charset))
                    .as(charset.name())
                    .isEqualTo(known.replace("\r\n", "\n").replaceAll("(.*)\n", "<$1>\n"));
        }
    }

    @Test
    void bothEndsOfALineAndEmptyLines() {
        feed(recording(MAX, UTF_8), "one\ntwo\r\n\n\r\nthr\ree\r\r\nrest");
        assertThat(lines).containsExactly("one", "two", "", "", "thr\ree\r");
    }

    @Test
    void aCharsetWhoseLineFeedIsAnotherByteIsRefused() {
        assertThatThrownBy(() -> Lines.of(MAX, UTF_16, lines -> line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UTF-16");
        assertThatThrownBy(() -> Lines.of(-1, lines -> line -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void malformedBytesAreReplaced() {
        InMemoryConnection connection = engine.open(recording(MAX, UTF_8));
        connection.feed(new byte[] {'a', (byte) 0xff, 'b', '\n'}, 0, 4);
        assertThat(lines).containsExactly("a\ufffdb");
    }

    @Test
    void aLineOfTheLimitPassesWithEitherEnd() {
        feed(recording(5, US_ASCII), "12345\n12345\r\n");
        assertThat(lines).containsExactly("12345", "12345");
        assertThat(cause.get()).isNull();
    }

    @Test
    void aLineAboveTheLimitCutsThePeerOff() {
        for (String tooLong : List.of("123456\n", "123456\r\n", "123456", "12345\r1", "1234567890123")) {
            lines.clear();
            InMemoryConnection connection = feed(recording(5, US_ASCII), "ok\n" + tooLong);
            assertThat(lines).as(tooLong).containsExactly("ok");
            assertThat(connection.closed()).as(tooLong).isTrue();
            assertThat(cause.get())
                    .as(tooLong)
                    .isInstanceOf(FrameException.class)
                    .hasMessageStartingWith("the peer sends a line of more than 5 bytes")
                    .hasMessageContaining("\"12345");
        }
    }

    /** The refusal does not depend on how the bytes arrive, and not later than with the first byte too many. */
    @Test
    void theLimitHoldsByteByByte() {
        InMemoryConnection connection = engine.open(recording(5, US_ASCII));
        byte[] line = ascii("12345");
        for (int at = 0; at < 5; at++) {
            connection.feed(line, at, 1);
        }
        connection.feed(ascii("\r"), 0, 1);
        assertThat(connection.closed())
                .as("the CR may belong to the end of the line")
                .isFalse();
        connection.feed(ascii("x"), 0, 1);
        assertThat(connection.closed()).isTrue();
        assertThat(lines).isEmpty();
    }

    @Test
    void aMessageShowsWhatIsNoTextByItsCode() {
        InMemoryConnection connection = engine.open(recording(3, US_ASCII));
        connection.feed(new byte[] {0x16, 3, 1, '"', 'a'}, 0, 5);
        assertThat(cause.get()).hasMessageEndingWith("begins with \"\\x16\\x03\\x01\\x22a\"");
    }

    @Test
    void aPeerThatEndsWithinALineIsAnError() {
        InMemoryConnection connection = feed(recording(MAX, UTF_8), "one\ntwo");
        connection.end();
        assertThat(lines).containsExactly("one");
        assertThat(cause.get())
                .isInstanceOf(FrameException.class)
                .hasMessage("the peer ended within a line, after 3 bytes of it");
        cause.set(null);
        InMemoryConnection whole = feed(recording(MAX, UTF_8), "one\r\n");
        whole.end();
        assertThat(whole.closed()).isTrue();
        assertThat(cause.get()).isNull();
    }

    @Test
    void whatWouldBeTwoLinesIsNotSent() {
        List<String> refused = List.of("a\nb", "\n", "a\r", "12345678\n");
        InMemoryConnection connection = engine.open(Lines.of(MAX, ISO_8859_1, lines -> {
            for (String each : refused) {
                assertThatThrownBy(() -> lines.send(each)).isInstanceOf(IllegalArgumentException.class);
            }
            lines.send("a\rb");
            lines.send("");
            return line -> {};
        }));
        assertThat(connection.output()).isEqualTo(ascii("a\rb\n\n"));
    }

    @Test
    void partOfALineIsSentAsALine() {
        InMemoryConnection connection = feed(
                Lines.of(MAX, lines -> line -> {
                    lines.send(line.slice(1, 2));
                    line.get();
                    lines.send(line);
                }),
                "abcd\n");
        assertThat(connection.output()).isEqualTo(ascii("bc\nbcd\n"));
    }

    @Test
    void aLineIsASliceThatCannotBeWritten() {
        feed(
                Lines.of(MAX, lines -> line -> {
                    assertThat(line.isReadOnly()).isTrue();
                    assertThat(line.capacity()).isEqualTo(4);
                    this.lines.add(UTF_8.decode(line).toString());
                }),
                "abcd\nefgh\n");
        assertThat(lines).containsExactly("abcd", "efgh");
    }

    @Test
    void noLineComesAfterPauseOrAboveTheHighWaterMark() {
        AtomicReference<@Nullable FrameConnection> opened = new AtomicReference<>();
        InMemoryConnection connection = engine.open(
                Lines.of(MAX, UTF_8, frames -> {
                    opened.set(frames);
                    return line -> {
                        lines.add(line);
                        if (line.equals("pause")) {
                            frames.pause();
                        } else {
                            frames.send("x".repeat(60));
                        }
                    };
                }),
                Options.DEFAULT.withWater(50, 10));
        connection.takes(offered -> 0);
        byte[] input = ascii("pause\n1\n2\n");
        connection.feed(input, 0, input.length);
        assertThat(lines).containsExactly("pause");
        FrameConnection frames = java.util.Objects.requireNonNull(opened.get());
        frames.connection().execute(frames::resume);
        connection.step();
        assertThat(lines).containsExactly("pause", "1");
        connection.takes(offered -> offered);
        assertThat(lines).containsExactly("pause", "1", "2");
    }

    @Test
    void anExceptionInALineIsTheCause() {
        IllegalStateException planted = new IllegalStateException("planted");
        InMemoryConnection connection = feed(
                Lines.of(MAX, UTF_8, lines -> new LineSession() {
                    @Override
                    public void line(String line) {
                        throw planted;
                    }

                    @Override
                    public void closed(@Nullable Throwable reason) {
                        cause.set(reason);
                    }
                }),
                "a\n");
        assertThat(connection.closed()).isTrue();
        assertThat(cause.get()).isSameAs(planted);
    }

    @Test
    void aLineSessionSeesTheOtherCallbacks() {
        InMemoryConnection connection = engine.open(Lines.of(MAX, UTF_8, lines -> new LineSession() {
            @Override
            public void line(String line) {
                LinesTest.this.lines.add(line);
            }

            @Override
            public void writable() {
                LinesTest.this.lines.add("(writable)");
            }

            @Override
            public boolean ended() {
                lines.send("bye");
                return false;
            }
        }));
        connection.feed(ascii("a\n"), 0, 2);
        connection.end();
        assertThat(connection.output()).isEqualTo(ascii("bye\n"));
        assertThat(connection.closed()).isTrue();
        assertThat(lines).containsExactly("a");

        InMemoryConnection closedFromOutside = engine.open(Lines.of(MAX, UTF_8, lines -> new LineSession() {
            @Override
            public void line(String line) {}

            @Override
            public boolean closing() {
                return lines.send(ByteBuffer.wrap(ascii("going")));
            }
        }));
        engine.connections().forEach(dev.gearbox.core.Connection::close);
        closedFromOutside.step();
        assertThat(closedFromOutside.output()).isEqualTo(ascii("going\n"));
    }
}
