package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import java.net.URI;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the client reads responses of every kind, however the network splits them. Escapes: $ is CR LF, § is a control character. */
@Timeout(600)
class ClientInputTest {
    private static final HttpLimits SMALL =
            HttpLimits.DEFAULT.withHead(100, 5, 300).withBody(20);
    private static final int CUTS = 20;

    private static ExchangeOutcome outcome(HttpRequest request, String response) {
        ExchangeOutcome whole = ExchangeOutcome.of(request, response, SMALL, Math.max(1, response.length()), 1);
        for (int round = 0; round < CUTS; round++) {
            ExchangeOutcome cut = ExchangeOutcome.of(request, response, SMALL, 1 + round, round);
            assertThat(cut.failure()).isEqualTo(whole.failure());
            assertThat(cut.body()).isEqualTo(whole.body());
            assertThat(cut.headers()).isEqualTo(whole.headers());
        }
        return whole;
    }

    private static String wire(String escaped) {
        return escaped.replace("$", "\r\n")
                .replace('|', '\n')
                .replace('§', '\u0001')
                .replace('_', ' ');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '"',
            value = {
                "200 abc~ HTTP/1.1 200 OK$Content-Length: 3$$abc",
                "200 abc~ HTTP/1.1 200$Content-Length: 3$$abc",
                "200 abc~ HTTP/1.0 200 OK$Content-Length: 3$$abc",
                "200 abc~ HTTP/1.1 200 OK$Content-Length: 3$$abcdef",
                "200 abc~ HTTP/1.1 200 OK$A: x$_y$Content-Length: 3$$abc",
                "MALFORMED~ HTTP/1.1 200 OK$_A: x$Content-Length: 3$$abc",
                "MALFORMED~ HTTP/1.1 200 OK$Content-Length: 3$Content-Length: 3$$abc",
                "200 abcd~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$3$abc$1$d$0$$",
                "200 abcd~ HTTP/1.1 200 OK$Transfer-Encoding: Chunked$$003;a=b$abc$01$d$00$T: x$$",
                "200 abc~ HTTP/1.1 200 OK$$abc",
                "200 abc~ HTTP/1.1 100 Continue$$HTTP/1.1 103 Early Hints$Link: x$$HTTP/1.1 200 OK$Content-Length: 3$$abc",
                "404 abc~ HTTP/1.1 404 Not Found$Content-Length: 3$$abc",
                "999 abc~ HTTP/1.1 999 What$Content-Length: 3$$abc",
                "'204 '~ HTTP/1.1 204 No Content$$",
                "'304 '~ HTTP/1.1 304 Not Modified$Content-Length: 10$$",
                "TRUNCATED~ HTTP/1.1 200 OK$Content-Length: 4$$abc",
                "TRUNCATED~ HTTP/1.1 200 OK$Content-Le",
                "TRUNCATED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$3$abc$",
                "TRUNCATED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$3$ab",
                "TRUNCATED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$3$abc$0$",
                "TRUNCATED~ HTTP/1.1 100 Continue$$",
                "MALFORMED~ SSH-2.0-OpenSSH_9$$",
                "MALFORMED~ HTTP/1.1 20x OK$$",
                "MALFORMED~ HTTP/1.1 0 OK$$",
                "MALFORMED~ HTTP/1.1 101 Switching Protocols$$",
                "MALFORMED~ HTTP/1.1 200 OK$no colon$$",
                "MALFORMED~ HTTP/1.1 200 OK$Name: va§ue$$",
                "MALFORMED~ HTTP/1.1 200 OK$Na me: value$$",
                "MALFORMED~ HTTP/1.1 200 OK$Content-Length: 3$Content-Length: 4$$abc",
                "MALFORMED~ HTTP/1.1 200 OK$Content-Length: -1$$abc",
                "MALFORMED~ HTTP/1.1 200 OK$Content-Length: +1$$abc",
                "MALFORMED~ HTTP/1.1 200 OK$Content-Length: 3$Transfer-Encoding: chunked$$0$$",
                "MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: gzip$$abc",
                "MALFORMED~ HTTP/1.0 200 OK$Transfer-Encoding: chunked$$3$abc$0$$",
                "MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$xyz$$",
                "MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$-1$$",
                "MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$2$abcd$0$$",
                "MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$2|ab$0$$",
                "MALFORMED~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$2$ab|0$$",
                "TOO_LARGE~ HTTP/1.1 200 OK$Content-Length: 21$$abc",
                "TOO_LARGE~ HTTP/1.1 200 OK$Content-Length: 9223372036854775807$$abc",
                "TOO_LARGE~ HTTP/1.1 200 OK$Transfer-Encoding: chunked$$15$aaaaaaaaaaaaaaaaaaaaa$0$$",
                "TOO_LARGE~ HTTP/1.1 200 OK$$aaaaaaaaaaaaaaaaaaaaa",
                "TOO_LARGE~ HTTP/1.1 200 OK$A: 1$B: 2$C: 3$D: 4$E: 5$F: 6$$"
            })
    void response(String expected, String response) {
        ExchangeOutcome outcome = outcome(ExchangeOutcome.GET, wire(response));
        String shown = outcome.failure() == null
                ? outcome.status() + " " + outcome.body()
                : outcome.failure().name();
        assertThat(shown).as(outcome.message()).isEqualTo(expected.replace("'", ""));
    }

    @Test
    void headHasNoBody() {
        HttpRequest head =
                HttpRequest.of("HEAD", URI.create("http://127.0.0.1:1/"), HttpHeaders.NONE, ByteBuffer.allocate(0));
        ExchangeOutcome outcome = outcome(head, "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n");
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.body()).isEmpty();
    }

    /** Nothing reads it there, so nothing checks it. */
    @Test
    void aLengthWithoutABodyMeansNothing() {
        ExchangeOutcome outcome =
                outcome(ExchangeOutcome.GET, "HTTP/1.1 304 Not Modified\r\nContent-Length: some\r\n\r\n");
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.headers()).containsEntry("Content-Length", "some");
    }

    @Test
    void lines() {
        String endless = "HTTP/1.1 200 OK\r\nA: " + "a".repeat(100_000);
        assertThat(outcome(ExchangeOutcome.GET, endless).failure()).isEqualTo(HttpFailure.Kind.TOO_LARGE);
        String many = "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(1000);
        assertThat(outcome(ExchangeOutcome.GET, many).failure()).isEqualTo(HttpFailure.Kind.TOO_LARGE);
        String interim = "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000);
        assertThat(outcome(ExchangeOutcome.GET, interim).failure()).isEqualTo(HttpFailure.Kind.TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://x/", "http:///x", "/x", "http://x:99999/"})
    void urisThatAreNotForThis(String uri) {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> HttpRequest.get(URI.create(uri)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void headersThatAreNotForThis() {
        for (String[] field : new String[][] {
            {"Content-Length", "1"}, {"na me", "x"}, {"a", "b\r\nc: d"}, {"", "x"}, {"alone"}, {"a", "\u20ac"}
        }) {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> HttpHeaders.of(field))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
