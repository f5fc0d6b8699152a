package dev.gearbox.load.plan;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.TalkServer;
import dev.gearbox.load.loop.ArrivalStream;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.report.LoadReport;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that are open and idle next to those with requests. */
@Timeout(600)
class ActiveShareTest {
    private static final int CONNECTIONS = 20;

    private static final int ACTIVE = 5;

    /** The connections that received a byte, by the generator's ports. */
    private static BitSet spoken(long seed, int slices) throws Exception {
        ConcurrentMap<Socket, AtomicInteger> heard = new ConcurrentHashMap<>();
        TalkServer.Talk echo = socket -> {
            AtomicInteger count = heard.computeIfAbsent(socket, _ -> new AtomicInteger());
            for (byte[] request = socket.getInputStream().readNBytes(8);
                    request.length == 8;
                    request = socket.getInputStream().readNBytes(8)) {
                count.incrementAndGet();
                socket.getOutputStream().write(request);
            }
        };
        try (var server = new TalkServer(echo)) {
            var few = plan(server.port(), ping(8), new Arrivals.Poisson(1_000, CONNECTIONS, 0.25));
            var plan = new LoadPlan(
                    few.host(),
                    few.port(),
                    few.script(),
                    few.arrivals(),
                    few.warmUp(),
                    few.measure(),
                    few.timeout(),
                    seed);
            assertThat(LoadPlan.fromJson(plan.toJson())).isEqualTo(plan);
            try (var load = SlicedLoad.connect(plan, GeneratorListener.NONE)) {
                for (int slice = 0; slice < slices; slice++) {
                    LoadReport report = load.run(
                            new SlicePlan(slice, Duration.ZERO, Duration.ofMillis(200), OptionalDouble.empty()),
                            GeneratorListener.NONE);
                    assertThat(report.errors()).isEmpty();
                    assertThat(report.connections()).isEqualTo(CONNECTIONS);
                    assertThat(report.answered()).isPositive();
                }
                var spoken = new BitSet();
                heard.forEach((socket, count) -> spoken.set(socket.getPort(), count.get() > 0));
                assertThat(heard).hasSize(CONNECTIONS);
                return spoken;
            }
        }
    }

    @Test
    void requestsComeOnThatShareOnlyAndTheOthersStayQuietFromSliceToSlice() throws Exception {
        assertThat(spoken(1, 3).cardinality()).isEqualTo(ACTIVE);
    }

    @Test
    void whichOnesIsDrawnAndNotTheirOrder() {
        Arrivals arrivals = new Arrivals.Constant(1, 1_000, 0.1);
        int[] drawn = ArrivalStream.drawn(arrivals, 1);
        assertThat(Arrays.stream(drawn).boxed())
                .hasSize(100)
                .doesNotHaveDuplicates()
                .allMatch(number -> number >= 0 && number < 1_000);
        assertThat(drawn).isEqualTo(ArrivalStream.drawn(arrivals, 1)).isNotEqualTo(ArrivalStream.drawn(arrivals, 2));
        assertThat(Arrays.stream(drawn).filter(number -> number >= 500).count())
                .as("of the later half")
                .isBetween(20L, 80L);
        assertThat(ArrivalStream.drawn(new Arrivals.Constant(1, 3), 1)).containsExactly(0, 1, 2);
    }

    @Test
    void atLeastOneIsActive() {
        assertThat(new Arrivals.Poisson(1, 3, 0.01).activeConnections()).isEqualTo(1);
        assertThat(new Arrivals.Poisson(1, 1_000, 0.1).activeConnections()).isEqualTo(100);
        assertThat(new Arrivals.Closed(7).activeConnections()).isEqualTo(7);
        assertThat(new Arrivals.Poisson(1, 1_000, 0.1).at(5)).isEqualTo(new Arrivals.Poisson(5, 1_000, 0.1));
    }

    @Test
    void aShareThatMakesNoSenseIsRefused() {
        for (String wrong : new String[] {"0", "-0.1", "1.01", "\"half\""}) {
            String arrivals = "{\"model\":\"poisson\",\"perSecond\":1,\"connections\":2,\"active\":" + wrong + "}";
            assertThatThrownBy(() -> Arrivals.fromTree(PlanJson.parse(arrivals, "a"), "arrivals"))
                    .as(wrong)
                    .isInstanceOf(BadPlanException.class)
                    .hasMessageContaining("active");
        }
        String closed = "{\"model\":\"closed\",\"users\":2,\"active\":0.5}";
        assertThatThrownBy(() -> Arrivals.fromTree(PlanJson.parse(closed, "a"), "arrivals"))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("unknown key \"active\"");
        Script churn = Script.of(CONNECT, send(8), ECHO, CLOSE);
        assertThatThrownBy(() -> plan(1, churn, new Arrivals.Constant(1, 2, 0.5)))
                .isInstanceOf(BadPlanException.class)
                .hasMessageContaining("each arrival reconnects");
    }
}
