package dev.gearbox.load.report;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.pause;
import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.run;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.TalkServer;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.Step;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that answer wrongly in different ways: the generator must detect each error and classify it correctly. */
class VerificationTest {
    private static final int SIZE = 64;

    /** Changes an answer. */
    private interface Change {
        byte[] of(byte[] answer);
    }

    /** Answers requests of a size, the first three correctly, all later ones modified. */
    private static TalkServer.Talk changed(int size, Change change) {
        return socket -> {
            for (int i = 0; ; i++) {
                byte[] request = socket.getInputStream().readNBytes(size);
                if (request.length < size) {
                    return;
                }
                socket.getOutputStream().write(i < 3 ? request : change.of(request));
            }
        };
    }

    private static LoadReport load(TalkServer.Talk talk, Script script) throws IOException, InterruptedException {
        return load(talk, script, 10_000);
    }

    private static LoadReport load(TalkServer.Talk talk, Script script, long timeout)
            throws IOException, InterruptedException {
        try (var server = new TalkServer(talk)) {
            return run(plan(server.port(), script, new Arrivals.Closed(2), 0, 300, timeout));
        }
    }

    private static void assertOnly(LoadReport report, ErrorKind kind, String example) {
        assertThat(report.errors()).as("%s", report).containsOnlyKeys(kind);
        assertThat(report.errors(kind).first()).containsPattern(example);
    }

    @Test
    void aRightEchoIsNoError() throws Exception {
        LoadReport report = load(changed(SIZE, answer -> answer), ping(SIZE));
        assertThat(report.errors()).isEmpty();
        assertThat(report.answered()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 63})
    void aFlippedBitIsAWrongEcho(int place) throws Exception {
        LoadReport report = load(
                changed(SIZE, answer -> {
                    answer[place] ^= 1;
                    return answer;
                }),
                ping(SIZE));
        assertOnly(report, ErrorKind.WRONG_ECHO, "byte " + (place + 1) + " of 64 is .*, not ");
        assertThat(report.failed()).isPositive();
    }

    @Test
    void aByteTooManyIsAWrongEcho() throws Exception {
        LoadReport report = load(changed(SIZE, answer -> Arrays.copyOf(answer, SIZE + 1)), ping(SIZE));
        assertOnly(report, ErrorKind.WRONG_ECHO, "1 bytes too many|1 unexpected bytes|byte 1 of 64");
    }

    @Test
    void aByteTooManyIsFoundInAPauseAndBeforeTheClose() throws Exception {
        LoadReport late = load(
                changed(SIZE, answer -> Arrays.copyOf(answer, SIZE + 1)),
                Script.of(CONNECT, Step.Repeat.forever(send(SIZE), ECHO, pause(10))));
        assertOnly(late, ErrorKind.WRONG_ECHO, "1 bytes");

        LoadReport beforeClose = load(
                socket -> {
                    byte[] request = socket.getInputStream().readNBytes(SIZE);
                    // In one segment: it has arrived when the answer has.
                    socket.getOutputStream().write(Arrays.copyOf(request, SIZE + 1));
                    socket.getInputStream().read();
                },
                Script.of(CONNECT, send(SIZE), ECHO, CLOSE));
        assertOnly(beforeClose, ErrorKind.WRONG_ECHO, "1 bytes too many");
    }

    @Test
    void aByteLeftOutIsAWrongEchoAtItsPlace() throws Exception {
        LoadReport report = load(
                changed(SIZE, answer -> {
                    System.arraycopy(answer, 21, answer, 20, SIZE - 21);
                    return Arrays.copyOf(answer, SIZE - 1);
                }),
                ping(SIZE));
        assertThat(report.errors()).containsKey(ErrorKind.WRONG_ECHO);
        assertThat(report.errors(ErrorKind.WRONG_ECHO).first()).contains("byte 2");
    }

    @Test
    void aMissingLastByteIsATimeoutThatSaysHowMuchCame() throws Exception {
        LoadReport report = load(changed(SIZE, answer -> Arrays.copyOf(answer, SIZE - 1)), ping(SIZE), 250);
        assertOnly(report, ErrorKind.TIMEOUT, "63 of 64 bytes answered: nothing more came in time");
    }

    @Test
    void theAnswerToAnotherRequestIsAWrongEcho() throws Exception {
        // Answers the first request again and again: right in size, and once right in content.
        LoadReport report = load(
                socket -> {
                    byte[] first = socket.getInputStream().readNBytes(SIZE);
                    for (byte[] request = first;
                            request.length == SIZE;
                            request = socket.getInputStream().readNBytes(SIZE)) {
                        socket.getOutputStream().write(first);
                    }
                },
                ping(SIZE));
        assertOnly(report, ErrorKind.WRONG_ECHO, "request 2, ");
    }

    @Test
    void garbageBeforeAnythingWasAskedIsAWrongEcho() throws Exception {
        LoadReport report = load(
                socket -> {
                    socket.getOutputStream().write("220 welcome\r\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                    socket.getInputStream().read();
                },
                Script.of(CONNECT, Step.Repeat.forever(pause(20), send("hello"), ECHO)));
        // On a busy machine it may be read only after the next request has been sent.
        assertOnly(report, ErrorKind.WRONG_ECHO, "13 unexpected bytes|byte 1 of 5 is '2', not 'h'");
    }

    @Test
    void greetingsTextsAndCountsAreExpectationsToo() throws Exception {
        TalkServer.Talk talk = socket -> {
            OutputStream out = socket.getOutputStream();
            out.write("hi".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            while (socket.getInputStream().readNBytes(4).length == 4) {
                out.write(new byte[1000]);
            }
        };
        var script = Script.of(
                CONNECT,
                new Step.Expect(new Expectation.Text("hi")),
                Step.Repeat.times(3, send("more"), new Step.Expect(new Expectation.Bytes(1000))),
                CLOSE);
        LoadReport report = load(talk, script);
        assertThat(report.errors()).isEmpty();
        // A greeting and three answers for each connection.
        assertThat(report.answered()).isGreaterThan(3 * report.connects());
        var wrong = Script.of(CONNECT, new Step.Expect(new Expectation.Text("ho")), CLOSE);
        assertOnly(load(talk, wrong), ErrorKind.WRONG_ECHO, "byte 2 of 2 is 'i', not 'o'");
    }

    @Test
    void aGreetingIsHeardByAUserWhoWaitsForTheLoadToBegin() throws Exception {
        TalkServer.Talk talk = socket -> {
            OutputStream out = socket.getOutputStream();
            out.write("hi".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            for (int b = socket.getInputStream().read();
                    b >= 0;
                    b = socket.getInputStream().read()) {
                out.write(b);
            }
        };
        // Persistent connections: all are established, and greeted, before the load begins.
        var script = Script.of(
                CONNECT,
                new Step.Expect(new Expectation.Text("hi")),
                Step.Repeat.forever(send("more"), new Step.Expect(new Expectation.Echo())));
        assertThat(load(talk, script).errors()).isEmpty();
    }

    @Test
    void aLargeEchoIsSentAndCheckedInParts() throws Exception {
        int size = 3 << 20;
        TalkServer.Talk talk = socket -> {
            socket.setReceiveBufferSize(4096);
            byte[] part = new byte[10_000];
            for (int n = socket.getInputStream().read(part);
                    n > 0;
                    n = socket.getInputStream().read(part)) {
                socket.getOutputStream().write(part, 0, n);
            }
        };
        LoadReport right;
        try (var server = new TalkServer(talk)) {
            right = run(plan(server.port(), ping(size), new Arrivals.Closed(2), 0, 300, 30_000));
        }
        assertThat(right.errors()).isEmpty();
        assertThat(right.started()).isPositive();

        // One bit, far inside.
        TalkServer.Talk flips = socket -> {
            byte[] part = new byte[10_000];
            long sent = 0;
            for (int n = socket.getInputStream().read(part);
                    n > 0;
                    n = socket.getInputStream().read(part)) {
                if (sent <= 2_000_000 && sent + n > 2_000_000) {
                    part[(int) (2_000_000 - sent)] ^= 4;
                }
                sent += n;
                socket.getOutputStream().write(part, 0, n);
            }
        };
        try (var server = new TalkServer(flips)) {
            LoadReport report = run(plan(server.port(), ping(size), new Arrivals.Closed(1), 0, 300, 30_000));
            assertOnly(report, ErrorKind.WRONG_ECHO, "byte 2000001 of 3145728 is ");
        }
    }

    @Test
    void aResetInTheMiddleOfAnAnswerIsAReset() throws Exception {
        LoadReport report = load(VerificationTest::halfAnAnswerThenReset, ping(SIZE));
        assertOnly(report, ErrorKind.RESET, "request 1, .* of 64 bytes answered: ");
    }

    private static void halfAnAnswerThenReset(Socket socket) throws IOException {
        byte[] request = socket.getInputStream().readNBytes(SIZE);
        socket.getOutputStream().write(request, 0, SIZE / 2);
        socket.setSoLinger(true, 0);
    }

    @Test
    void anEarlyCloseIsUnexpected() throws Exception {
        LoadReport report = load(
                socket -> {
                    byte[] request = socket.getInputStream().readNBytes(SIZE);
                    socket.getOutputStream().write(request, 0, SIZE / 2);
                },
                ping(SIZE));
        assertOnly(
                report,
                ErrorKind.UNEXPECTED_CLOSE,
                "request 1, 32 of 64 bytes answered: the peer closed the connection");
    }
}
