package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Protocol;
import dev.gearbox.http.Hello;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.OwnModels;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Client and server on every engine, with every way to answer. */
@Timeout(600)
@OwnModels
class HttpOnEnginesTest {
    private static final int MANY = 200;
    private static final int TURNS = 2_000;

    private static void isLarge(FullResponse response) {
        ByteBuffer body = response.body();
        assertThat(body.remaining()).isEqualTo(Hello.LARGE);
        for (int place = 0; place < Hello.LARGE; place++) {
            if (body.get(place) != Hello.at(place)) {
                throw new AssertionError("byte " + place + " is " + body.get(place));
            }
        }
    }

    @ParameterizedTest
    @EveryEngine
    void everyWayToAnswer(String spec) throws Exception {
        try (HttpFixture served = new HttpFixture(spec, HttpServer.of(new Hello()))) {
            for (String path : List.of("/hello", "/later", "/elsewhere", "/hello")) {
                FullResponse response = served.get(path);
                assertThat(response.status()).isEqualTo(200);
                assertThat(HttpFixture.text(response)).isEqualTo(path.substring(1));
            }
            isLarge(served.get("/large"));
            isLarge(served.get("/chunked"));
            assertThat(served.get("/empty").status()).isEqualTo(204);
            assertThat(served.get("/none").status()).isEqualTo(404);
            // Sent one after another, they all used one connection.
            assertThat(served.client.connections()).isEqualTo(1);

            byte[] body = new byte[100_000];
            for (int place = 0; place < body.length; place++) {
                body[place] = Hello.at(place);
            }
            FullResponse echo =
                    served.fetch(HttpRequest.of("POST", served.uri("/echo"), HttpHeaders.NONE, ByteBuffer.wrap(body)));
            assertThat(echo.headers().first("x-method")).contains("POST");
            assertThat(echo.body()).isEqualTo(ByteBuffer.wrap(body));

            FullResponse head = served.fetch(
                    HttpRequest.of("HEAD", served.uri("/large"), HttpHeaders.NONE, ByteBuffer.allocate(0)));
            assertThat(head.headers().first("Content-Length")).contains(Integer.toString(Hello.LARGE));
            assertThat(head.body().hasRemaining()).isFalse();
            assertThat(served.failure(HttpRequest.get(served.uri("/abort"))).kind())
                    .isEqualTo(HttpFailure.Kind.TRUNCATED);
        }
    }

    /** A response may arrive before the engine has reported the request as sent; that is no reason to open another connection. */
    @ParameterizedTest
    @EveryEngine
    void oneConnectionForAllInTurn(String spec) throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        Protocol server = HttpServer.of(new Hello());
        Protocol counted = connection -> {
            accepted.incrementAndGet();
            return server.open(connection);
        };
        try (HttpFixture served = new HttpFixture(spec, counted)) {
            for (int turn = 0; turn < TURNS; turn++) {
                assertThat(served.get("/hello").status()).isEqualTo(200);
            }
        }
        assertThat(accepted).hasValue(1);
    }

    @ParameterizedTest
    @EveryEngine
    void manyAtOnce(String spec) throws Exception {
        for (boolean keepAlive : new boolean[] {true, false}) {
            try (HttpFixture served = new HttpFixture(
                    spec, HttpServer.of(new Hello()), HttpClientOptions.DEFAULT.withKeepAlive(keepAlive))) {
                List<CompletableFuture<FullResponse>> responses = new ArrayList<>();
                for (int round = 0; round < MANY; round++) {
                    responses.add(FullResponse.of(served.client, HttpRequest.get(served.uri("/later")))
                            .toCompletableFuture());
                }
                for (CompletableFuture<FullResponse> response : responses) {
                    assertThat(HttpFixture.text(response.get(HttpFixture.PATIENCE_SECONDS, TimeUnit.SECONDS)))
                            .isEqualTo("later");
                }
            }
        }
    }

    @ParameterizedTest
    @EveryEngine
    void aBoundOnConnections(String spec) throws Exception {
        try (HttpFixture served = new HttpFixture(
                spec, HttpServer.of(new Hello()), HttpClientOptions.DEFAULT.withConnectionsPerOrigin(3))) {
            List<CompletableFuture<FullResponse>> responses = new ArrayList<>();
            for (int round = 0; round < MANY; round++) {
                responses.add(FullResponse.of(served.client, HttpRequest.get(served.uri("/hello")))
                        .toCompletableFuture());
                assertThat(served.client.connections()).isLessThanOrEqualTo(3);
            }
            for (CompletableFuture<FullResponse> response : responses) {
                response.get(HttpFixture.PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    @ParameterizedTest
    @EveryEngine
    void pipelined(String spec) throws Exception {
        try (HttpFixture served = new HttpFixture(spec, HttpServer.of(new Hello()));
                Socket socket = served.socket()) {
            String request = "GET /later HTTP/1.1\r\nHost: x\r\n\r\n";
            String last = "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream()
                    .write((request.repeat(20) + last + "garbage").getBytes(StandardCharsets.ISO_8859_1));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answers.split("\r\n\r\nlater", -1)).hasSize(21);
            assertThat(answers).endsWith("\r\n\r\nhello");
        }
    }
}
