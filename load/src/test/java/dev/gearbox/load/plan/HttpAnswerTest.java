package dev.gearbox.load.plan;

import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.run;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.TalkServer;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of HTTP are read whole or in pieces, with either framing, and a refusal is not taken for a wrong answer. */
class HttpAnswerTest {
    private static final String PLAIN = "HTTP/1.1 200 OK\r\nServer: any\r\ncontent-length: 11\r\n\r\nhello world";
    private static final String CHUNKS =
            "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: x\r\n\r\n";
    private static final Expectation.Http HELLO =
            Expectation.Http.of(200, "hello world".getBytes(StandardCharsets.US_ASCII));

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, CHUNKS})
    void an_answer_is_read_whole_and_in_pieces_of_any_size(String text) throws IOException {
        for (int size = 1; size <= text.length(); size++) {
            HttpAnswer answer = new HttpAnswer(HELLO);
            for (int from = 0; from < text.length(); from += size) {
                int to = Math.min(text.length(), from + size);
                assertThat(answer.read(bytes(text.substring(from, to))))
                        .as("pieces of %d, to %d", size, to)
                        .isEqualTo(to == text.length());
            }
            assertThat(answer.body()).isEqualTo(11);
        }
    }

    @Test
    void answers_follow_one_another() throws IOException {
        HttpAnswer answer = new HttpAnswer(HELLO);
        for (String text : List.of(CHUNKS, PLAIN, CHUNKS)) {
            assertThat(answer.expect(HELLO).read(bytes(text))).isTrue();
            assertThat(answer.body()).isEqualTo(11);
        }
        assertThat(answer.expect(HELLO).read(bytes(PLAIN.substring(0, PLAIN.length() - 1))))
                .isFalse();
    }

    @Test
    void what_follows_an_answer_stays_in_the_buffer() throws IOException {
        ByteBuffer in = bytes(PLAIN + "HTTP");
        assertThat(new HttpAnswer(HELLO).read(in)).isTrue();
        assertThat(in.remaining()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello world | hello wurld | has the checksum",
                "length: 11 | length: 10 | 10 bytes, not 11",
                "length: 11 | length: 0 | 0 bytes, not 11",
                "length: 11 | length: x | \"x\" is no length",
                "HTTP/1.1 | SSH-2.0 | is no part of an HTTP answer",
                "Server: any | Server any | is no part",
                "200 OK | 503 Busy | the status is 503, not 200"
            })
    void a_wrong_answer_is_described(String right, String wrong, String message) {
        String text = PLAIN.replace(right, wrong);
        assertThat(text).isNotEqualTo(PLAIN);
        assertThatThrownBy(() -> new HttpAnswer(HELLO).read(bytes(text)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message == null ? "" : message);
    }

    @ParameterizedTest
    @CsvSource({"200, hello world, ", "200, hello wurld, WRONG_ECHO", "503, hello world, STATUS"})
    void the_load_counts_each_kind(int status, String body, ErrorKind error) throws Exception {
        TalkServer.Talk talk = socket -> {
            while (socket.getInputStream().readNBytes(3).length == 3) {
                String text = "HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            }
        };
        Script script = Script.of(CONNECT, Step.Repeat.forever(send("GET"), new Step.Expect(HELLO)));
        try (var server = new TalkServer(talk)) {
            LoadReport report = run(plan(server.port(), script, new Arrivals.Closed(2), 0, 300, 10_000));
            if (error == null) {
                assertThat(report.errors()).isEmpty();
                assertThat(report.answered()).isPositive();
            } else {
                assertThat(report.errors()).containsOnlyKeys(error);
                assertThat(report.answered()).isZero();
            }
        }
    }

    @Test
    void the_expectation_survives_its_file_form() {
        Script script = Script.of(CONNECT, send("GET"), new Step.Expect(HELLO));
        assertThat(Script.fromTree(script.toTree(), "script")).isEqualTo(script);
    }
}
