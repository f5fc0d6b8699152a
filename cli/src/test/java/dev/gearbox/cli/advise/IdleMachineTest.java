package dev.gearbox.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IdleMachineTest {
    private final List<Double> shown = new ArrayList<>();
    private double load;

    /** The load average falls by a quarter in each pause. */
    private double after(double first, Duration patience) throws InterruptedException {
        load = first;
        return new IdleMachine(() -> load, _ -> load *= 0.75).await(patience, shown::add);
    }

    @Test
    void an_idle_machine_is_not_waited_for() throws Exception {
        assertThat(after(0.4, Duration.ofMinutes(1))).isEqualTo(0.4);
        assertThat(after(-1, Duration.ofMinutes(1))).isEqualTo(-1);
        assertThat(shown).isEmpty();
    }

    @Test
    void waits_until_the_machine_is_idle() throws Exception {
        assertThat(IdleMachine.busy(after(2, Duration.ofMinutes(1)))).isFalse();
        assertThat(shown).containsExactly(2.0, 1.5, 1.125, 0.84375, 0.6328125);
    }

    @Test
    void waits_no_longer_than_it_may() throws Exception {
        assertThat(IdleMachine.busy(after(2, Duration.ofSeconds(3)))).isTrue();
        assertThat(shown).hasSize(3);
        assertThat(after(2, Duration.ZERO)).isEqualTo(2);
    }
}
