package dev.gearbox.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.SplitConnection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts a server accepts. */
class HostFieldTest {
    private static String answer(String host) {
        HttpServer server = HttpServer.of(exchange -> exchange.respond(200, ""));
        return SplitConnection.answer(server, "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 1_000, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "a-b.example:80",
                "a_b.example",
                "127.0.0.1:8080",
                "x:",
                "[::1]",
                "[::1]:80",
                "[::ffff:1.2.3.4]",
                "a%20b",
                "a,b"
            })
    void valid(String host) {
        assertThat(answer(host)).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a/b",
                "a@b",
                "a\tb",
                "http://x",
                "x:80a",
                "x:8:0",
                "::1",
                "[::1",
                "[]",
                "[::1]80",
                "[x]",
                "[::1]]",
                "[",
                "a[b]",
                "é",
                "a?b",
                "a#b",
                "a\\b"
            })
    void notValid(String host) {
        assertThat(answer(host)).startsWith("HTTP/1.1 400 ");
    }
}
