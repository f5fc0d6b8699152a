package dev.gearbox.load.chain;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.pause;
import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.plan.Step;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Chains run what they can run right, and say why they do not run the rest. */
class ChainSupportTest {
    private static final InetSocketAddress TARGET = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 1);
    private static final AddressPairs ONE = new AddressPairs(List.of(), List.of(TARGET));

    static List<Arguments> unsuitable() {
        Step http = new Step.Expect(Expectation.Http.of(200, new byte[1]));
        return List.of(
                Arguments.of(ping(64), "connections stay open"),
                Arguments.of(Script.of(CONNECT, send("hello"), ECHO, pause(1), CLOSE), "a close does not follow"),
                Arguments.of(
                        Script.of(CONNECT, new Step.Expect(new Expectation.Text("hi")), CLOSE),
                        "the peer speaks first"),
                Arguments.of(Script.of(CONNECT, send(1025), ECHO, CLOSE), "longer than 1024 bytes"),
                Arguments.of(
                        Script.of(CONNECT, send(1), new Step.Expect(new Expectation.Bytes(1025)), CLOSE),
                        "longer than 1024 bytes"),
                Arguments.of(Script.of(CONNECT, send("GET"), http, CLOSE), "HTTP"),
                Arguments.of(
                        Script.of(CONNECT, new Step.Send(new Payload.Frames(2, 8)), ECHO, CLOSE), "several frames"),
                Arguments.of(Script.of(CONNECT, send("hello"), pause(1), ECHO, CLOSE), "not expected immediately"));
    }

    @ParameterizedTest
    @MethodSource("unsuitable")
    void otherScriptsAreForTheSelector(Script script, String reason) throws Exception {
        LoadPlan plan = plan(1, script, new Arrivals.Closed(1));
        Program program = Program.compile(script, plan.arrivals());
        assertThat(ChainSupport.absence(plan, program, new PayloadContents(program, 1), ONE, 1))
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("io_uring cannot run this script: ")
                        .contains(reason));
        try (var server = new OneSelectorEcho(() -> {})) {
            LoadPlan real = plan(server.port(), script, new Arrivals.Closed(1));
            assertThatThrownBy(() -> connect(real, GeneratorKind.URING))
                    .isInstanceOf(BadPlanException.class)
                    .hasMessageContaining(reason)
                    .hasMessageEndingWith("Take the generator selector");
        }
    }

    @Test
    void withoutAChoiceTheSelectorRunsThemAndTheReportSaysWhy() throws Exception {
        try (var server = new OneSelectorEcho(() -> {});
                var load = connect(plan(server.port(), ping(64), new Arrivals.Closed(1)), GeneratorKind.AUTO)) {
            LoadPlan plan = plan(server.port(), ping(64), new Arrivals.Closed(1));
            assertThat(load.run(SlicePlan.of(plan), GeneratorListener.NONE)
                            .effort()
                            .generator())
                    .isEqualTo("selector (io_uring cannot run this script: its connections stay open, so that chains"
                            + " would save nothing)");
        }
    }

    private static SlicedLoad connect(LoadPlan plan, GeneratorKind kind) throws InterruptedException {
        return SlicedLoad.connect(plan, 0, GeneratorCore.SHARED, kind, GeneratorListener.NONE, System::nanoTime);
    }

    @Test
    void oneAddressHasPortsForSoManyConnectionsIfTheyAreReused() {
        assertThat(ChainSupport.tooFewPorts(ONE, 20_000, true)).isEmpty();
        assertThat(ChainSupport.tooFewPorts(ONE, 20_001, true))
                .hasValueSatisfying(why -> assertThat(why).contains("more than 20000"));
        assertThat(ChainSupport.tooFewPorts(ONE, 1, false))
                .hasValueSatisfying(why -> assertThat(why).contains("tcp_tw_reuse is 0"));
        InetSocketAddress other = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0);
        assertThat(ChainSupport.tooFewPorts(new AddressPairs(List.of(), List.of(TARGET, other)), 20_001, false))
                .isEmpty();
        assertThat(ChainSupport.tooFewPorts(new AddressPairs(List.of(TARGET, other), List.of(TARGET)), 20_001, false))
                .isEmpty();
    }
}
