package dev.gearbox.studies.fanoutgateway.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row answers the polls that have waited longest, once each, and forgets those whose client is gone. */
@Timeout(60)
class ChatServerTest {
    private final HttpClient client = HttpClient.newHttpClient();

    static Stream<String> rows() {
        return ChatMain.rows().stream();
    }

    private static HttpRequest.Builder request(ChatServer server, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private HttpResponse<String> tell(ChatServer server, String message) throws IOException, InterruptedException {
        return client.send(
                request(server, "/messages")
                        .POST(HttpRequest.BodyPublishers.ofString(message))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private CompletableFuture<String> poll(ChatServer server) {
        int before = server.waiting();
        CompletableFuture<String> answer = client.sendAsync(
                        request(server, "/poll").build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
        awaitWaiting(server, before + 1);
        return answer;
    }

    private static void awaitWaiting(ChatServer server, int polls) {
        while (server.waiting() != polls) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_message_reaches_the_ten_polls_that_have_waited_longest(String row) throws Exception {
        try (ChatServer server = new ChatServer(ChatMain.row(row))) {
            List<CompletableFuture<String>> polls = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                polls.add(poll(server));
            }
            assertThat(tell(server, "one").body()).isEqualTo("told");
            assertThat(polls.subList(0, ChatServer.ROOM))
                    .allSatisfy(poll -> assertThat(poll.join()).isEqualTo("one"));
            assertThat(server.waiting()).isEqualTo(2);
            assertThat(polls.subList(ChatServer.ROOM, 12)).noneMatch(CompletableFuture::isDone);
            tell(server, "two");
            assertThat(polls.subList(ChatServer.ROOM, 12))
                    .allSatisfy(poll -> assertThat(poll.join()).isEqualTo("two"));
            assertThat(server.waiting()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_client_that_is_gone_waits_no_longer_and_takes_no_message_from_another(String row) throws Exception {
        try (ChatServer server = new ChatServer(ChatMain.row(row))) {
            try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                gone.getOutputStream()
                        .write("GET /poll HTTP/1.1\r\nHost: chat\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                awaitWaiting(server, 1);
            }
            awaitWaiting(server, 0);
            CompletableFuture<String> stays = poll(server);
            tell(server, "hello");
            assertThat(stays.join()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_connection_polls_again_and_again(String row) throws Exception {
        try (ChatServer server = new ChatServer(ChatMain.row(row));
                Socket polling = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            InputStream in = polling.getInputStream();
            for (String message : List.of("first", "other")) {
                polling.getOutputStream()
                        .write("GET /poll HTTP/1.1\r\nHost: chat\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                awaitWaiting(server, 1);
                tell(server, message);
                StringBuilder answer = new StringBuilder();
                while (!answer.toString().endsWith(message)) {
                    answer.append((char) in.read());
                }
                assertThat(answer).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    /** So the load of the workload about memory waits without expecting an answer. */
    @ParameterizedTest
    @MethodSource("rows")
    void a_poll_behind_another_request_waits_when_that_is_answered(String row) throws Exception {
        try (ChatServer server = new ChatServer(ChatMain.row(row));
                Socket both = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            both.getOutputStream()
                    .write("GET /hello HTTP/1.1\r\nHost: chat\r\n\r\nGET /poll HTTP/1.1\r\nHost: chat\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            while (!answer.toString().endsWith("hello")) {
                answer.append((char) both.getInputStream().read());
            }
            awaitWaiting(server, 1);
            assertThat(both.getInputStream().available()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void what_it_does_not_know_is_not_found(String row) throws Exception {
        try (ChatServer server = new ChatServer(ChatMain.row(row))) {
            assertThat(client.send(request(server, "/other").build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(404);
            assertThat(tell(server, "to none").body()).isEqualTo("told");
        }
    }
}
