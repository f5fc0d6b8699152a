package dev.gearbox.load.plan;

import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.SEED;
import static dev.gearbox.load.plan.Plans.frames;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.run;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.TalkServer;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several pending frames on a connection: each is a request, and each answer is expected in order. */
@Timeout(600)
class PipeliningTest {
    private static final int FRAMES = 4;
    private static final int SIZE = 64;
    private static final Script SCRIPT = Script.of(CONNECT, Step.Repeat.forever(frames(FRAMES, SIZE), ECHO));

    /** Changes the answer to all frames of a send. */
    private interface Change {
        byte[] of(byte[] answers);
    }

    private static LoadReport load(Change change, long timeout) throws IOException, InterruptedException {
        TalkServer.Talk talk = socket -> {
            for (int i = 0; ; i++) {
                byte[] requests = socket.getInputStream().readNBytes(FRAMES * SIZE);
                if (requests.length < FRAMES * SIZE) {
                    return;
                }
                socket.getOutputStream().write(i < 2 ? requests : change.of(requests));
            }
        };
        try (var server = new TalkServer(talk)) {
            return run(plan(server.port(), SCRIPT, new Arrivals.Closed(2), 0, 300, timeout));
        }
    }

    @Test
    void everyFrameIsARequestWithATimeOfItsOwn() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            var arrivals = new Arrivals.Constant(500, 4);
            LoadReport report = run(plan(server.port(), SCRIPT, arrivals, 100, 400, 10_000));
            long scheduled = Arrays.stream(Schedule.times(arrivals, SEED, 1_000))
                    .filter(time -> time >= 100_000_000 && time < 500_000_000)
                    .count();
            assertThat(report.errors()).isEmpty();
            assertThat(plan(1, SCRIPT, arrivals).requestsAtOnce()).isEqualTo(FRAMES);
            assertThat(report.started()).isEqualTo(FRAMES * scheduled);
            assertThat(report.offeredPerSecond()).isEqualTo(FRAMES * scheduled / 0.4);
            assertThat(report.response().count()).isEqualTo(report.started());
            assertThat(report.lag().count()).isEqualTo(report.started());
        }
    }

    @Test
    void framesOfAnyNumberAndSizeAreSentAndChecked() throws Exception {
        for (Step.Send step : new Step.Send[] {frames(1, 1), frames(100, 1), frames(7, 300_000)}) {
            try (var server = new OneSelectorEcho(() -> {})) {
                Script script = Script.of(CONNECT, Step.Repeat.forever(step, ECHO, send("then"), ECHO));
                LoadReport report = run(plan(server.port(), script, new Arrivals.Closed(2), 0, 300, 10_000));
                assertThat(report.errors()).as("%s", step).isEmpty();
                assertThat(report.answered()).as("%s", step).isPositive();
            }
        }
    }

    @Test
    void twoAnswersThatChangePlacesAreWrong() throws Exception {
        LoadReport report = load(
                answers -> {
                    byte[] swapped = answers.clone();
                    System.arraycopy(answers, SIZE, swapped, 2 * SIZE, SIZE);
                    System.arraycopy(answers, 2 * SIZE, swapped, SIZE, SIZE);
                    return swapped;
                },
                10_000);
        assertThat(report.errors()).as("%s", report).containsOnlyKeys(ErrorKind.WRONG_ECHO);
        assertThat(report.errors(ErrorKind.WRONG_ECHO).first()).containsPattern("byte \\d+ of 64 in frame 2 of 4 is ");
    }

    @Test
    void aByteThatIsLeftOutIsFoundInItsFrame() throws Exception {
        LoadReport report = load(
                answers -> {
                    int place = 2 * SIZE + 20;
                    System.arraycopy(answers, place + 1, answers, place, answers.length - place - 1);
                    return Arrays.copyOf(answers, answers.length - 1);
                },
                10_000);
        assertThat(report.errors()).as("%s", report).containsOnlyKeys(ErrorKind.WRONG_ECHO);
        assertThat(report.errors(ErrorKind.WRONG_ECHO).first()).containsPattern("byte \\d+ of 64 in frame 3 of 4 is ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63})
    void aFrameThatIsNotAnsweredIsOneRequestThatWasNotAnswered(int bytesOfTheLast) throws Exception {
        LoadReport report = load(answers -> Arrays.copyOf(answers, (FRAMES - 1) * SIZE + bytesOfTheLast), 150);
        assertThat(report.errors()).as("%s", report).containsOnlyKeys(ErrorKind.TIMEOUT);
        assertThat(report.errors(ErrorKind.TIMEOUT).first())
                .contains((FRAMES - 1) * SIZE + bytesOfTheLast + " of 256 bytes answered");
        assertThat(report.censored()).isPositive();
        // All but the last of each send have their time.
        assertThat(report.started()).isEqualTo(report.service().count() + report.censored());
        assertThat(report.service().count()).isGreaterThanOrEqualTo((FRAMES - 1) * report.censored());
    }

    @Test
    void arrivalsThatNeverCameToTheirRequestCountWithAllTheirFrames() throws Exception {
        TalkServer.Talk deaf = socket -> socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        try (var server = new TalkServer(deaf)) {
            LoadReport report = run(plan(server.port(), SCRIPT, new Arrivals.Constant(100, 1), 0, 400, 5_000));
            assertThat(report.answered()).isZero();
            assertThat(report.started()).isEqualTo(Math.round(report.offeredPerSecond() * 0.4));
            assertThat(report.censored()).isEqualTo(report.started());
        }
    }

    @Test
    void whatCannotBePipelinedIsRefused() {
        assertThat(PlanJson.read(PlanJson.parse("{\"bytes\":64,\"frames\":16}", "p"), "p", Payload.class))
                .isEqualTo(new Payload.Frames(16, 64));
        for (String wrong : new String[] {
            "{\"bytes\":64,\"frames\":0}",
            "{\"bytes\":64,\"frames\":\"two\"}",
            "{\"text\":\"x\",\"frames\":2}",
            "{\"frames\":2}",
            "{\"bytes\":1048576,\"frames\":257}",
            "{\"bytes\":64,\"frame\":2}"
        }) {
            assertThatThrownBy(() -> PlanJson.read(PlanJson.parse(wrong, "send"), "send", Payload.class))
                    .as(wrong)
                    .isInstanceOf(BadPlanException.class)
                    .hasMessageStartingWith("send");
        }
        assertThatThrownBy(() -> Script.of(CONNECT, frames(2, 8), new Step.Expect(new Expectation.Bytes(16))))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("only an echo can distinguish the answers to several frames");
    }
}
