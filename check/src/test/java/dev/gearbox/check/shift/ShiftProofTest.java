package dev.gearbox.check.shift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.watched.WatchedEcho;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.ForwardingSession;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The proof passes for engines that keep the rules, and fails for each kind of violation. */
final class ShiftProofTest {
    private static final ShiftPlan PLAN = new ShiftPlan(List.of("selector", "reactors?threads=2"), 10, 400, 7);

    private static ShiftReport run(UnaryOperator<Session> fault) throws Exception {
        return ShiftProof.run(PLAN, (done, what) -> {}, fault);
    }

    @Test
    void all_pairs_are_gone_and_nothing_is_found() throws Exception {
        ShiftReport report = run(UnaryOperator.identity());
        assertThat(report.first()).isEmpty();
        assertThat(report.holds()).isTrue();
        assertThat(report.shifts()).isBetween(420L, 430L);
        assertThat(report.tasks()).isEqualTo(report.shifts() + report.refused());
        assertThat(report.bytes()).isPositive();
        assertThat(report.phases())
                .hasSize(3)
                .allSatisfy(phase -> assertThat(phase.pauses())
                        .allSatisfy(source ->
                                assertThat(source.pauses().getTotalCount()).isPositive()));
        assertThat(report.phases().stream()
                        .flatMap(phase -> phase.pauses().stream())
                        .mapToLong(source -> source.pauses().getTotalCount())
                        .sum())
                .isEqualTo(report.shifts());
    }

    @Test
    void a_byte_that_is_lost_on_its_way_in_is_found() throws Exception {
        assertFound(
                run(session -> new ForwardingSession(session) {
                    @Override
                    public void received(ByteBuffer in) {
                        in.get();
                        super.received(in);
                    }
                }),
                "to the server is wrong");
    }

    @Test
    void a_byte_too_many_on_its_way_out_is_found() throws Exception {
        assertFound(
                run(session -> new ForwardingSession(session) {
                    @Override
                    public void received(ByteBuffer in) {
                        ((WatchedEcho) session).connection().write(ByteBuffer.allocate(1));
                        super.received(in);
                    }
                }),
                "from the server is wrong");
    }

    @Test
    void a_connection_that_is_closed_is_found() throws Exception {
        assertFound(
                run(session -> new ForwardingSession(session) {
                    @Override
                    public void received(ByteBuffer in) {
                        super.received(in);
                        ((WatchedEcho) session).connection().close();
                    }
                }),
                "was closed after");
    }

    @Test
    void callbacks_at_the_same_time_are_found() throws Exception {
        assertFound(
                run(session -> {
                    Thread.ofPlatform().daemon().start(() -> {
                        while (!((WatchedEcho) session).closed().isDone()) {
                            session.writable();
                        }
                    });
                    return session;
                }),
                "while one is under way");
    }

    private static void assertFound(ShiftReport report, String finding) {
        assertThat(report.holds()).isFalse();
        assertThat(report.failures()).isPositive();
        assertThat(report.first()).anySatisfy(each -> assertThat(each).contains(finding));
    }
}
