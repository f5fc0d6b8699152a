package dev.gearbox.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.SplitConnection;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the server answers requests of every kind, however the network splits them. Escapes: $ is CR LF, | is LF, § is a control character. */
@Timeout(600)
class ServerInputTest {
    private static final HttpLimits SMALL =
            HttpLimits.DEFAULT.withHead(100, 5, 300).withBody(20);
    private static final long SEED = Long.getLong("gearbox.seed", 7);
    private static final int CUTS = 20;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    private static String wire(String escaped) {
        return escaped.replace("$", "\r\n")
                .replace('|', '\n')
                .replace('§', '\u0001')
                .replace('_', ' ');
    }

    /** Returns the statuses of the server's responses. */
    private static String statuses(String input) {
        HttpServer server = HttpServer.of(exchange -> exchange.respond(200, exchange.method()), SMALL);
        String answer = SplitConnection.answer(server, input, Math.max(1, input.length()), SEED);
        for (int largest = 1; largest < CUTS; largest++) {
            assertThat(SplitConnection.answer(server, input, largest, SEED))
                    .as("cut into pieces of " + largest + " (-Dgearbox.seed=" + SEED + ")")
                    .isEqualTo(answer);
        }
        StringBuilder statuses = new StringBuilder();
        Matcher matcher = STATUS.matcher(answer);
        while (matcher.find()) {
            statuses.append(statuses.isEmpty() ? "" : " ").append(matcher.group(1));
        }
        return statuses.toString();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '"',
            value = {
                "200~ GET / HTTP/1.1$Host: x$$",
                "200 200~ GET /a?b HTTP/1.1$Host: x$$GET /b HTTP/1.1$Host: x$$",
                "200~ $$GET / HTTP/1.1$Host: x$$",
                "200~ GET / HTTP/1.1$Host: x$Connection: close$$GET / HTTP/1.1$Host: x$$",
                "200~ GET / HTTP/1.0$$GET / HTTP/1.0$$",
                "200 200~ GET / HTTP/1.0$Connection: keep-alive$$GET / HTTP/1.0$$",
                "200~ GET http://x/ HTTP/1.1$Host: x$$",
                "200~ OPTIONS * HTTP/1.1$Host: x$$",
                "200~ POST / HTTP/1.1$Host: x$Content-Length: 3$$abc",
                "200 200~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3$abc$1;x=y$d$0$Trailer: t$$GET / HTTP/1.1$Host: x$$",
                "100 200~ POST / HTTP/1.1$Host: x$Expect: 100-continue$Content-Length: 0$$",
                "400~ GARBAGE$$",
                "400~ GET /$$",
                "400~ GET / / HTTP/1.1$$",
                "400~ GET noslash HTTP/1.1$Host: x$$",
                "400~ GET /§ HTTP/1.1$Host: x$$",
                "400~ GET /é HTTP/1.1$Host: x$$",
                "400~ G@T / HTTP/1.1$Host: x$$",
                "400~ GET / HTTP/1.1$$",
                "400~ GET / HTTP/1.1$Host: x$Host: y$$",
                "400~ GET / HTTP/1.1$Host: x$no colon$$",
                "400~ GET / HTTP/1.1$Host: x$Name : value$$",
                "400~ GET / HTTP/1.1$Host: x$: value$$",
                "400~ GET / HTTP/1.1$Host: x$Na(me: value$$",
                "400~ GET / HTTP/1.1$Host: x$Name: va§ue$$",
                "400~ GET / HTTP/1.1$_Host: x$$",
                "400~ GET / HTTP/1.1$Host: x$Name: a$_folded$$",
                "400~ POST / HTTP/1.1$Host: x$Content-Length: 3$Transfer-Encoding: chunked$$0$$",
                "400~ POST / HTTP/1.1$Host: x$Content-Length: 3$Content-Length: 4$$abc",
                "400~ POST / HTTP/1.1$Host: x$Content-Length: +3$$abc",
                "400~ POST / HTTP/1.1$Host: x$Content-Length: -3$$abc",
                "400~ POST / HTTP/1.1$Host: x$Content-Length: 0x3$$abc",
                "400~ POST / HTTP/1.1$Host: x$Content-Length:$$abc",
                "400~ POST / HTTP/1.1$Host: x$Content-Length: 99999999999999999999$$abc",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$zz$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$-1$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$-5$abc",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$+3$abc$0$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3$abcd$0$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$$abc",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$fffffffffffffffff$abc",
                "413~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$7fffffffffffffff$aaaaaaaaaaaaaaaaaaaaaaaaa",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3|abc$0$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3;x=y|abc$0$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3$abc|0$$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3$abc$0|$",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3$abc$0$|",
                "400~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$3$abc$0$Trailer: t|$",
                "400~ POST / HTTP/1.0$Transfer-Encoding: chunked$$0$$",
                "413~ POST / HTTP/1.1$Host: x$Content-Length: 21$$",
                "413~ POST / HTTP/1.1$Host: x$Transfer-Encoding: chunked$$15$aaaaaaaaaaaaaaaaaaaaa$0$$",
                "417~ POST / HTTP/1.1$Host: x$Expect: miracles$Content-Length: 3$$abc",
                "431~ GET / HTTP/1.1$Host: x$A: 1$B: 2$C: 3$D: 4$E: 5$$",
                "501~ CONNECT x:1 HTTP/1.1$Host: x$$",
                "501~ POST / HTTP/1.1$Host: x$Transfer-Encoding: gzip$$",
                "501~ POST / HTTP/1.1$Host: x$Transfer-Encoding: gzip, chunked$$0$$",
                "505~ GET / HTTP/2.0$Host: x$$",
                "505~ GET / HTTP/0.9$Host: x$$"
            })
    void input(String expected, String input) {
        String escaped = expected.startsWith("100") ? input.replace("Length: 0", "Length: 3") + "abc" : input;
        // A client that sends the body at once needs no 100 Continue: whether it gets one depends on the split.
        assertThat(expected.startsWith("100") ? continued(wire(escaped)) : statuses(wire(escaped)))
                .isEqualTo(expected);
    }

    private static String continued(String input) {
        String answer = SplitConnection.answer(HttpServer.of(exchange -> exchange.respond(200, "")), input, 1, 1);
        assertThat(answer).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n");
        return "100 200";
    }

    @Test
    void lines() {
        assertThat(statuses("GET /" + "a".repeat(100) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .isEqualTo("414");
        assertThat(statuses("GET /" + "a".repeat(10_000))).isEqualTo("414");
        assertThat(statuses("GET / HTTP/1.1\r\nHost: x\r\nA: " + "a".repeat(100) + "\r\n\r\n"))
                .isEqualTo("431");
        String wide = "A: " + "a".repeat(90) + "\r\n";
        assertThat(statuses("GET / HTTP/1.1\r\nHost: x\r\n" + wide + wide + wide + "\r\n"))
                .isEqualTo("431");
        assertThat(statuses("\r\n".repeat(100))).isEqualTo("431");
        String chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(statuses(chunked + "1;" + "e".repeat(101) + "\r\na\r\n0\r\n\r\n"))
                .isEqualTo("400");
        assertThat(statuses(chunked + ("1;" + "e".repeat(90) + "\r\na\r\n").repeat(6) + "0\r\n\r\n"))
                .isEqualTo("400");
        assertThat(statuses(chunked + "0\r\n" + "A: b\r\n".repeat(6) + "\r\n")).isEqualTo("400");
    }

    @Test
    void aRequestThatIsCutOffIsNotAnswered() {
        assertThat(statuses("GET / HTTP/1.1\r\nHost: x\r\n")).isEmpty();
        assertThat(statuses("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc"))
                .isEmpty();
    }

    @Test
    void aHandlerThatThrows() {
        String answer = SplitConnection.answer(
                HttpServer.of(_ -> {
                    throw new IllegalStateException("on purpose");
                }),
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                10,
                1);
        assertThat(answer).startsWith("HTTP/1.1 500 ").contains("Connection: close");
    }

    @Test
    void anOldClientGetsNoChunks() {
        HttpHandler streams = exchange -> {
            exchange.begin(200, HttpHeaders.NONE, -1);
            exchange.write(java.nio.ByteBuffer.wrap(new byte[] {'a', 'b'}));
            exchange.finish();
        };
        assertThat(SplitConnection.answer(
                        HttpServer.of(streams), "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 10, 1))
                .contains("Connection: close")
                .doesNotContain("chunked")
                .endsWith("\r\n\r\nab");
        assertThat(SplitConnection.answer(HttpServer.of(streams), "GET / HTTP/1.1\r\nHost: x\r\n\r\n", 10, 1))
                .endsWith("\r\n\r\n2\r\nab\r\n0\r\n\r\n");
        assertThat(SplitConnection.answer(HttpServer.of(streams), "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", 10, 1))
                .contains("Transfer-Encoding: chunked")
                .endsWith("\r\n\r\n");
    }

    @Test
    void aSecondAnswerFailsAndTheFirstIsSent() {
        AtomicReference<IllegalStateException> second = new AtomicReference<>();
        HttpServer server = HttpServer.of(
                exchange -> {
                    exchange.respond(200, "the first");
                    try {
                        exchange.respond(200, "the second");
                    } catch (IllegalStateException twice) {
                        second.set(twice);
                        throw twice;
                    }
                },
                SMALL);
        SplitConnection cut = new SplitConnection(server);
        try (InMemoryEngine engine = new InMemoryEngine()) {
            InMemoryConnection connection = engine.open(cut);
            SplitConnection.feed(connection, wire("GET / HTTP/1.1$Host: x$$"), 1_000, SEED);
            assertThat(new String(connection.output(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("the first");
        }
        assertThat(cut.cause).isSameAs(second.get()).hasMessage("the request is answered already");
    }
}
