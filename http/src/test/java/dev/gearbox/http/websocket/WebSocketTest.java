package dev.gearbox.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.SplitConnection;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server's side, by section of RFC 6455. A conversation is written as frames: {@code 81:text} is a final text frame, {@code 02:...} a binary one that is continued; {@code #}
 * before the payload says that it is in hexadecimal. Each is checked whole, byte by byte, and in pieces of other sizes.
 */
class WebSocketTest {
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final String REQUEST =
            "GET /chat HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n";
    private static final WebSocketOptions OPTIONS =
            WebSocketOptions.DEFAULT.withMessageBytes(1_000).withSubprotocols("second", "first");
    private static final byte[] MASK = {0x37, (byte) 0xfa, 0x21, 0x3d};

    private final List<String> events = new ArrayList<>();
    private final List<WebSocket> sockets = new ArrayList<>();

    private WebSocketSession echo(WebSocket socket) {
        sockets.add(socket);
        return new WebSocketSession() {
            @Override
            public void text(String message) {
                if (message.equals("throw")) {
                    throw new IllegalStateException("on purpose");
                }
                socket.send(message);
            }

            @Override
            public void binary(ByteBuffer message) {
                socket.send(message);
            }

            @Override
            public void pong(ByteBuffer payload) {
                events.add("pong " + StandardCharsets.ISO_8859_1.decode(payload));
            }

            @Override
            public void closed(int status, String reason) {
                events.add("closed " + status + (reason.isEmpty() ? "" : " " + reason));
            }
        };
    }

    private HttpServer server(WebSocketOptions options) {
        return HttpServer.of(exchange -> WebSocketServer.accept(exchange, options, this::echo));
    }

    private static byte[] payload(String text) {
        return text.startsWith("#")
                ? HexFormat.of().parseHex(text.substring(1))
                : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a frame of a client, with the shortest length. */
    private static byte[] frame(int first, byte[] content) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        if (content.length < 126) {
            frame.write(0x80 | content.length);
        } else {
            frame.write(0x80 | 126);
            frame.write(content.length >> 8);
            frame.write(content.length);
        }
        frame.writeBytes(MASK);
        for (int at = 0; at < content.length; at++) {
            frame.write(content[at] ^ MASK[at & 3]);
        }
        return frame.toByteArray();
    }

    private static byte[] frames(String script) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (String each : script.split("\\|", -1)) {
            String[] parts = each.strip().split(":", 2);
            if (parts[0].equals("raw")) {
                frames.writeBytes(HexFormat.of().parseHex(parts[1]));
            } else {
                frames.writeBytes(frame(Integer.parseInt(parts[0], 16), payload(parts[1])));
            }
        }
        return frames.toByteArray();
    }

    /** Returns the frames of a server in the same form; payloads of text frames as text, others too if they are printable. */
    private static String shown(byte[] output) {
        List<String> frames = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(output);
        while (in.hasRemaining()) {
            int first = in.get() & 0xff;
            int length = in.get() & 0xff;
            length = length == 126 ? in.getShort() & 0xffff : length;
            assertThat(length).as("a frame of a server has no mask").isLessThan(1 << 16);
            byte[] content = new byte[length];
            in.get(content);
            boolean close = (first & 0xf) == 8 && length >= 2;
            frames.add("%02x:%s"
                    .formatted(
                            first,
                            close
                                    ? Integer.toString(((content[0] & 0xff) << 8) | (content[1] & 0xff))
                                    : new String(content, StandardCharsets.UTF_8)));
        }
        return String.join("|", frames);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    /** Returns the server's frames after the handshake. */
    private String talk(byte[] conversation) {
        byte[] input = joined((REQUEST + "\r\n").getBytes(StandardCharsets.ISO_8859_1), conversation);
        String whole = talk(input, input.length);
        List<String> before = List.copyOf(events);
        for (int piece : new int[] {1, 2, 3, 7, 64}) {
            assertThat(talk(input, piece)).as("in pieces of %s", piece).isEqualTo(whole);
            assertThat(events).isEqualTo(before);
        }
        return whole;
    }

    private String talk(byte[] input, int piece) {
        events.clear();
        SplitConnection split = new SplitConnection(server(OPTIONS));
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = engine.open(split);
            for (int at = 0; at < input.length && !connection.closed(); at += piece) {
                connection.feed(input, at, Math.min(piece, input.length - at));
                connection.step();
            }
            if (!connection.closed()) {
                connection.end();
                connection.step();
            }
            String output = new String(connection.output(), StandardCharsets.ISO_8859_1);
            int end = output.indexOf("\r\n\r\n") + 4;
            assertThat(output).startsWith("HTTP/1.1 101 Switching Protocols\r\n");
            return shown(output.substring(end).getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private String talk(String script) {
        return talk(frames(script));
    }

    // ---- 4: the handshake

    private String answer(String request) {
        return SplitConnection.answer(server(OPTIONS), request, Math.max(1, request.length()), 1);
    }

    /** The example of section 1.3. */
    @Test
    void theServerProvesThatItUnderstands() {
        assertThat(answer(REQUEST + "\r\n"))
                .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
                .contains("\r\nUpgrade: websocket\r\n", "\r\nConnection: Upgrade\r\n")
                .contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
                .doesNotContain("Content-Length", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions");
    }

    @ParameterizedTest
    @CsvSource({"first,first", "'first, second',second", "'other, first',first", "other,none", "Second,none"})
    void subprotocols(String offered, String chosen) {
        String answer = answer(REQUEST + "Sec-WebSocket-Protocol: " + offered + "\r\n\r\n");
        assertThat(answer.contains("Sec-WebSocket-Protocol: " + chosen + "\r\n"))
                .isEqualTo(!chosen.equals("none"));
        assertThat(sockets.getLast().subprotocol().orElse("none")).isEqualTo(chosen);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "GET /chat~POST /chat~400",
                "HTTP/1.1~HTTP/1.0~400",
                "keep-alive, Upgrade~keep-alive~400",
                "Upgrade: WebSocket~Upgrade: h2c~426",
                "Version: 13~Version: 8~426",
                "dGhlIHNhbXBsZSBub25jZQ==~dGhlIHNhbXBsZSBub25j~400",
                "dGhlIHNhbXBsZSBub25jZQ==~***~400",
                "Sec-WebSocket-Key~X-Key~400"
            })
    void requestsThatAreNone(String part, String other, int status) {
        assertThat(REQUEST).contains(part);
        String answer = answer(REQUEST.replace(part, other) + "\r\n");
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer.contains("Sec-WebSocket-Version: 13")).isEqualTo(status == 426);
        assertThat(sockets).isEmpty();
    }

    // ---- 5: frames

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                // 5.6: text and binary, also empty
                "81:hello~81:hello",
                "81:~81:",
                "82:hello~82:hello",
                "81:a|82:b|81:c~81:a|82:b|81:c",
                // 5.4: fragments, and control frames between them
                "01:he|80:llo~81:hello",
                "01:|00:he|00:|80:llo~81:hello",
                "02:he|00:l|80:lo~82:hello",
                "01:he|89:ping|00:l|8a:pong|80:lo~8a:ping|81:hello",
                // 5.5.2: pings
                "89:~8a:",
                "89:12~8a:12",
                "89:1|89:2~8a:1|8a:2",
                "8a:unasked|81:x~81:x"
            })
    void conversations(String script, String answer) {
        assertThat(talk(script)).isEqualTo(answer);
    }

    @Test
    void lengthsInThreeForms() {
        for (int length : new int[] {125, 126, 127, 1_000}) {
            String text = "x".repeat(length);
            assertThat(talk("81:" + text)).isEqualTo("81:" + text);
        }
        assertThat(talk("89:" + "p".repeat(125))).isEqualTo("8a:" + "p".repeat(125));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                // 5.1: a client masks
                "raw:810568656c6c6f~1002",
                "raw:8100~1002",
                // 5.2: reserved bits and kinds
                "c1:x~1002",
                "a1:x~1002",
                "91:x~1002",
                "83:x~1002",
                "87:x~1002",
                "8b:x~1002",
                "8f:x~1002",
                // 5.2: the shortest length
                "raw:81fe007d00000000~1002",
                "raw:81ff000000000000ffff00000000~1002",
                "raw:81ff800000000000000000000000~1002",
                // 5.4: fragments
                "80:x~1002",
                "00:x~1002",
                "01:a|81:b~1002",
                "01:a|02:b~1002",
                // 5.5: control frames are short and whole
                "09:x~1002",
                "08:~1002",
                "raw:89fe007e00000000~1002",
                // 10.4: limits
                "raw:82fe03e900000000~1009",
                "raw:82ff000000010000000000000000~1009"
            })
    void violations(String script, int status) {
        assertThat(talk(script)).isEqualTo("88:" + status);
        assertThat(events).singleElement().asString().startsWith("closed " + status);
    }

    /** The length of each frame is allowed, their sum is not. */
    @Test
    void theLimitIsThatOfAMessage() {
        String half = "x".repeat(600);
        assertThat(talk("01:" + half + "|80:" + half)).isEqualTo("88:1009");
    }

    /** What came before is answered, what follows is not. */
    @Test
    void nothingFollowsAViolation() {
        assertThat(talk("81:a|83:x|81:b")).isEqualTo("81:a|88:1002");
    }

    // ---- 5.6 and 8.1: text is UTF-8

    @ParameterizedTest
    @ValueSource(
            strings = {"#24", "#c2a2", "#e282ac", "#f0908d88", "#ed9fbf", "#ee8080", "#efbfbf", "#f48fbfbf", "#00"})
    void textThatIsUtf8(String text) {
        byte[] content = payload(text);
        String expected = "81:" + new String(content, StandardCharsets.UTF_8);
        assertThat(talk(frame(0x81, content))).isEqualTo(expected);
        for (int cut = 1; cut < content.length; cut++) {
            byte[] head = frame(0x01, Arrays.copyOf(content, cut));
            byte[] rest = frame(0x80, Arrays.copyOfRange(content, cut, content.length));
            assertThat(talk(joined(head, rest))).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#80",
                "#bf",
                "#c0af",
                "#c1bf",
                "#e080af",
                "#e09fbf",
                "#f08080af",
                "#f08fbfbf",
                "#eda080",
                "#edbfbf",
                "#f4908080",
                "#f5808080",
                "#ff",
                "#c2",
                "#e282",
                "#f0908d",
                "#c224",
                "#e28224"
            })
    void textThatIsNot(String text) {
        assertThat(talk("81:" + text)).isEqualTo("88:1007");
        assertThat(talk("82:" + text)).startsWith("82:");
    }

    /** Found before the message is complete. */
    @Test
    void wrongTextIsFoundAtOnce() {
        assertThat(talk("01:#f490")).isEqualTo("88:1007");
    }

    // ---- 5.5.1 and 7: close

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "88:~88:~closed 1005",
                "88:#03e8~88:1000~closed 1000",
                "88:#03e8627965~88:1000~closed 1000 bye",
                "88:#0bb8~88:3000~closed 3000",
                "88:#1387~88:4999~closed 4999",
                "81:a|88:#03e9|81:b~81:a|88:1001~closed 1001",
                "88:#03~88:1002~closed 1002 a close frame with half a status",
                "88:#0000~88:1002~closed 1002 a close frame with status 0",
                "88:#03e7~88:1002~closed 1002 a close frame with status 999",
                "88:#03ec~88:1002~closed 1002 a close frame with status 1004",
                "88:#03ed~88:1002~closed 1002 a close frame with status 1005",
                "88:#03ee~88:1002~closed 1002 a close frame with status 1006",
                "88:#03f7~88:1002~closed 1002 a close frame with status 1015",
                "88:#07d0~88:1002~closed 1002 a close frame with status 2000",
                "88:#1388~88:1002~closed 1002 a close frame with status 5000",
                "88:#03e8ff~88:1007~closed 1007 the reason of a close is not UTF-8"
            })
    void closes(String script, String answer, String event) {
        assertThat(talk(script)).isEqualTo(answer);
        assertThat(events).containsExactly(event);
    }

    @Test
    void anEndWithoutAClose() {
        assertThat(talk("81:a")).isEqualTo("81:a");
        assertThat(events).containsExactly("closed 1006");
        assertThat(talk("01:a")).isEmpty();
        assertThat(events).containsExactly("closed 1006");
    }

    // ---- Our own closes, in time

    private InMemoryConnection open(InMemoryEngine engine, WebSocketOptions options) {
        InMemoryConnection connection = engine.open(server(options));
        byte[] request = (REQUEST + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        connection.feed(request, 0, request.length);
        return connection;
    }

    private static void feed(InMemoryConnection connection, String script) {
        byte[] frames = frames(script);
        connection.feed(frames, 0, frames.length);
        connection.step();
    }

    private static String sent(InMemoryConnection connection) {
        String output = new String(connection.output(), StandardCharsets.ISO_8859_1);
        return shown(output.substring(output.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void weCloseAndThePeerAnswers() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = open(engine, OPTIONS);
            WebSocket socket = sockets.getLast();
            socket.close(4_000, "enough");
            assertThat(socket.send("late")).isFalse();
            socket.close();
            connection.step();
            assertThat(sent(connection)).isEqualTo("88:4000");
            assertThat(connection.outputEnded()).isFalse();
            feed(connection, "81:dropped|88:#0fa0");
            assertThat(sent(connection)).isEqualTo("88:4000");
            assertThat(connection.outputEnded()).isTrue();
            connection.end();
            assertThat(connection.closed()).isTrue();
            assertThat(events).containsExactly("closed 4000");
        }
    }

    @Test
    void aPeerThatDoesNotAnswerOurClose() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = open(engine, OPTIONS.withCloseTimeout(Duration.ofSeconds(3)));
            sockets.getLast().close();
            connection.step();
            connection.elapse(Duration.ofSeconds(2).toNanos());
            assertThat(connection.closed()).isFalse();
            connection.elapse(Duration.ofSeconds(2).toNanos());
            assertThat(connection.aborted()).isTrue();
            assertThat(events).containsExactly("closed 1006");
        }
    }

    @Test
    void theEngineEnds() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = open(engine, OPTIONS);
            connection.stop();
            assertThat(sent(connection)).isEqualTo("88:1001");
            feed(connection, "88:#03e9");
            connection.end();
            assertThat(connection.closed()).isTrue();
        }
    }

    @Test
    void aSessionThatThrows() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = open(engine, OPTIONS);
            feed(connection, "81:throw|81:x");
            assertThat(sent(connection)).isEqualTo("88:1011");
            assertThat(events).containsExactly("closed 1011");
        }
    }

    @Test
    void pausedAndResumed() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = open(engine, OPTIONS);
            WebSocket socket = sockets.getLast();
            socket.execute(socket::pause);
            connection.step();
            assertThat(connection.reading()).isFalse();
            socket.execute(socket::resume);
            connection.step();
            feed(connection, "81:x");
            assertThat(sent(connection)).isEqualTo("81:x");
        }
    }

    @Test
    void aPeerThatIsGoneIsNoticedByPings() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = open(engine, OPTIONS.withPing(Duration.ofSeconds(10)));
            connection.elapse(Duration.ofSeconds(11).toNanos());
            assertThat(sent(connection)).isEqualTo("89:");
            feed(connection, "8a:");
            connection.elapse(Duration.ofSeconds(10).toNanos());
            assertThat(sent(connection)).isEqualTo("89:|89:");
            assertThat(connection.closed()).isFalse();
            connection.elapse(Duration.ofSeconds(10).toNanos());
            assertThat(connection.aborted()).isTrue();
        }
    }

    @Test
    void textOnly() {
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection =
                    engine.open(HttpServer.of(exchange -> WebSocketServer.accept(exchange, socket -> socket::send)));
            byte[] request = (REQUEST + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
            connection.feed(request, 0, request.length);
            feed(connection, "81:a|82:b");
            assertThat(sent(connection)).isEqualTo("81:a|88:1003");
        }
    }

    @Test
    void namesOfFieldsAreNotCaseSensitive() {
        assertThat(answer(REQUEST.toLowerCase(Locale.ROOT)
                                .replace("get /chat http/1.1", "GET /chat HTTP/1.1")
                                .replace(KEY.toLowerCase(Locale.ROOT), KEY)
                        + "\r\n"))
                .startsWith("HTTP/1.1 101 ");
    }
}
