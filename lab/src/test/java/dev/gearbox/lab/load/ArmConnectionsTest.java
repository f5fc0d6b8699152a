package dev.gearbox.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import dev.gearbox.load.chain.ChainSupport;
import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.plan.LoadPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the connections of many arms are held, with each kind of generator. */
class ArmConnectionsTest {
    @AfterEach
    void anyGenerator() {
        System.clearProperty(GeneratorKind.PROPERTY);
    }

    /** A thousand users. */
    private static Cell cell(String last) {
        return cell(1_000, last);
    }

    private static Cell cell(int users, String last) {
        return TestData.workload("""
                        name: few
                        summary: request and reply
                        source: nowhere
                        protocol: echo
                        axes: {connections: [%d]}
                        arrivals: {model: closed, users: $connections}
                        script:
                          - connect
                          - send: {text: hello}
                          - expect: echo
                          - pause: 1s
                          - send: {text: bye}
                          - expect: echo
                          %s
                        quick: {warm-up: 1s, measure: 1s}
                        full: {warm-up: 10s, measure: 60s}
                        """.formatted(users, last))
                .cells(Length.QUICK, Map.of())
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource({"3, 3500, true", "3, 3499, false", "1, 1499, false", "3, 0, true"})
    void withASelectorEachConnectionNeedsADescriptor(int arms, long limit, boolean stand) {
        System.setProperty(GeneratorKind.PROPERTY, "selector");
        assertThat(ArmConnections.stand(cell("- close"), arms, limit)).isEqualTo(stand);
        assertThat(ArmConnections.stand(cell("- pause: 1s"), arms, limit)).isEqualTo(stand);
    }

    @Test
    void chainsNeedNone() throws IOException {
        LoadPlan plan = cell("- close").plan("127.0.0.1", 1, 0);
        boolean chains = ChainSupport.takesChains(plan, GeneratorKind.AUTO);
        assertThat(ArmConnections.stand(cell("- close"), 3, 600)).isEqualTo(chains);
        assertThat(ArmConnections.stand(cell("- pause: 1s"), 3, 600)).isFalse();
    }

    @Test
    void usersWhoConnectForASlicePauseOnceBeforeItsWindow() {
        Cell closing = cell("- close");
        assertThat(ArmConnections.lead(closing, true)).isEqualTo(Cell.SHORT_LEAD);
        assertThat(ArmConnections.lead(closing, false)).isEqualTo(Cell.SHORT_LEAD.plus(Duration.ofSeconds(1)));
        assertThat(ArmConnections.lead(cell("- pause: 1s"), false)).isEqualTo(Cell.SHORT_LEAD);
    }

    /** Two arms have room for half of the descriptors each, but not beside a second baseline. */
    @Test
    void aDesignHasThatLead() {
        System.setProperty(GeneratorKind.PROPERTY, "selector");
        long limit = MachineProbe.descriptorLimit();
        Cell half = cell((int) Math.min(limit / 2 - 300, 1_000_000), "- close");
        List<Subject> two = List.of(TestSubject.subject("echo"), TestSubject.subject("slow"));
        boolean many = 2L * half.connections() > limit - 2_000;
        assertThat(new Effort.Quick().design(half, two).leadSeconds()).isEqualTo(0.1);
        assertThat(new Effort.Full().design(half, two).leadSeconds()).isEqualTo(many ? 1.1 : 0.1);
    }
}
