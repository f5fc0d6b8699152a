package dev.gearbox.check.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.Context;
import dev.gearbox.check.instrument.QueueingOracle;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server behaves as specified, and the lab can measure it. Tests no speed. */
@Timeout(600)
class OracleServerTest {
    @TempDir
    Path scratch;

    @Test
    void itServesAsLongAsItIsToldAndLogsIt() throws Exception {
        Path log = scratch.resolve("services.log");
        Oracle oracle = Oracle.PLAIN.serving(Duration.ofMillis(2)).logging(log);
        try (LoneServer server = LoneServer.start(context(), oracle, Oracle.ECHO);
                Socket socket = connect(server)) {
            for (int i = 0; i < 3; i++) {
                byte[] request = request(i);
                socket.getOutputStream().write(request);
                assertThat(socket.getInputStream().readNBytes(Oracle.BYTES)).isEqualTo(request);
            }
            // The entry of a service is written after its answer: the next answer is proof of it.
            ServiceLog.Services services = ServiceLog.read(log);
            assertThat(services.count()).isBetween(2, 3);
            assertThat(Arrays.stream(services.lengths()).min().orElseThrow()).isGreaterThanOrEqualTo(2_000_000);
        }
    }

    @Test
    void itLosesWhatItIsToldTo() throws Exception {
        try (LoneServer server = LoneServer.start(context(), Oracle.PLAIN.losingOneOf(3), Oracle.ECHO);
                Socket socket = connect(server)) {
            for (int i = 1; i <= 6; i++) {
                socket.getOutputStream().write(request(i));
            }
            for (int answered : new int[] {1, 2, 4, 5}) {
                assertThat(socket.getInputStream().readNBytes(Oracle.BYTES)).isEqualTo(request(answered));
            }
        }
    }

    @Test
    void itSpeaksHttpToOthers() throws Exception {
        try (LoneServer server = LoneServer.start(context(), Oracle.PLAIN, Oracle.HTTP);
                Socket socket = connect(server)) {
            OutputStream out = socket.getOutputStream();
            out.write("GET / HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            out.write("here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(OracleServer.HTTP_ANSWER.length());
            assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo(OracleServer.HTTP_ANSWER);
        }
    }

    @Test
    void aRunOfItFitsItsLog() throws Exception {
        Path log = scratch.resolve("services.log");
        Oracle oracle = Oracle.PLAIN
                .servingExponential(Duration.ofNanos(100_000), 3)
                .stalling(Duration.ofMillis(300), Duration.ofMillis(20))
                .logging(log);

        OracleRun.Seen seen;
        do {
            Files.deleteIfExists(log);
            seen = OracleRun.run(
                    context(), oracle, new Arrivals.Poisson(500, 4), Duration.ofMillis(200), Duration.ofMillis(500));
            // A machine that stalls for a second leaves some unanswered.
        } while (seen.report().censored() > 0);

        ServiceLog.Services services = ServiceLog.read(log);
        LoadPlan plan = seen.run().plan();
        // Everything that the schedule has for the 0.7 s was served, once each: so the replay may use the same numbers.
        long scheduled = Arrays.stream(plan.arrivals().times(plan.seed(), 10_000))
                .filter(time -> time < 700_000_000)
                .count();
        assertThat(services.count()).isEqualTo((int) scheduled);
        assertThat(QueueingOracle.predict(plan, services))
                .hasSize((int) seen.report().started());
        assertThat(Arrays.stream(services.lengths())
                        .filter(length -> length >= 20_000_000)
                        .count())
                .isPositive();
    }

    @Test
    void anExperimentWithItHasAllItsSlices() throws Exception {
        Evidence evidence = OracleExperiment.run(
                context(),
                "smoke",
                List.of(Oracle.PLAIN.subject("one"), Oracle.PLAIN.subject("other")),
                new Arrivals.Poisson(500, 4),
                OracleExperiment.design(1, 2, 0.2),
                ExperimentListener.NONE);

        assertThat(evidence.forks()).hasSize(1);
        assertThat(evidence.forks().getFirst().slices())
                .extracting(slice -> slice.block() + slice.arm())
                .containsExactlyInAnyOrder("1one", "1other", "2one", "2other");
    }

    private Context context() {
        return new Context(ChildSetup.detect(42), scratch, 42);
    }

    private static Socket connect(LoneServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private static byte[] request(int number) {
        byte[] request = new byte[Oracle.BYTES];
        Arrays.fill(request, (byte) number);
        return request;
    }
}
