package dev.gearbox.studies.echoserver.subjects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.studies.echoserver.subjects.DescribedWork.ServiceTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class DescribedWorkTest {
    @Test
    void a_request_in_pieces_is_sent_back_whole_and_the_next_one_too() throws IOException {
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        EchoProtocols.named("work?bytes=8&cpu=20us&wait=1ms"),
                        Options.DEFAULT)) {
            int port = ((InetSocketAddress) listener.address()).getPort();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                for (String piece : new String[] {"123", "45678", "abcdefghABCDEFGH"}) {
                    socket.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
                    assertThat(new String(
                                    socket.getInputStream().readNBytes(piece.length()), StandardCharsets.US_ASCII))
                            .isEqualTo(piece);
                }
            }
        }
    }

    @Test
    void times_have_the_mean_and_the_variation_that_are_asked_for() {
        for (double variation : new double[] {0, 0.25, 1, 4}) {
            ServiceTime time = new ServiceTime(1000, variation);
            SplittableRandom random = new SplittableRandom(28);
            double[] drawn = DoubleStream.generate(() -> time.draw(random))
                    .limit(400_000)
                    .toArray();
            double mean = DoubleStream.of(drawn).average().orElseThrow();
            double variance = DoubleStream.of(drawn)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow();
            assertThat(mean).isCloseTo(1000, within(15.0));
            assertThat(variance / mean / mean).isCloseTo(variation, within(0.01 + 0.15 * variation));
        }
    }

    @Test
    void the_same_time_is_the_same_number_of_steps() {
        FixedWork work = FixedWork.of(0.5);
        assertThat(work.steps(20_000)).isEqualTo(10_000);
        assertThat(FixedWork.step(10_000)).isEqualTo(FixedWork.step(10_000)).isNotEqualTo(FixedWork.step(9_999));
        assertThat(FixedWork.here().steps(1_000_000)).isGreaterThan(1000);
    }

    @Test
    void is_asked_for_like_any_other_protocol() {
        assertThat(EchoProtocols.named("work")).isInstanceOf(DescribedWork.class);
        assertThatThrownBy(() -> EchoProtocols.named("work?cpu=20"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("work: cpu cannot be \"20\"");
        assertThatThrownBy(() -> EchoProtocols.named("work?bites=20"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("bites");
    }
}
