package dev.gearbox.lab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.SubjectConsole;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The lab reads what a subject has written. */
class JobAnswerTest {
    private static JobAnswer decoded(JobLog log, long asked) {
        return JobAnswer.decode(JsonMapper.shared().readTree(SubjectConsole.json(log.answer())), asked);
    }

    @Test
    void whatIsWrittenDownIsRead() throws InterruptedException {
        JobLog log = new JobLog(3);
        log.alone(5_000);
        log.begin();
        long begun = System.nanoTime();
        log.worked(7_000);
        log.completed(begun);
        log.completed(begun);
        assertThat(log.await(Duration.ZERO)).isFalse();
        log.failed("RESET");
        assertThat(log.await(Duration.ZERO)).isTrue();
        log.over();

        JobAnswer answer = decoded(log, 3);

        assertThat(answer.completed()).hasSize(2).isSorted();
        assertThat(answer.took()).hasSize(2);
        assertThat(answer.work()).containsExactly(7L);
        assertThat(answer.workMicros()).isEqualTo(7);
        assertThat(answer.aloneNanos()).isEqualTo(5_000);
        assertThat(answer.errors()).isEqualTo(Map.of("RESET", 1L));
        assertThat(answer.nanos()).isPositive();
    }

    @Test
    void theLongestGapIsBetweenTwoCompletions() {
        String told = "{\"nanos\":9000000,\"units\":4,\"completed\":[5000,1000,1500,9000],\"errors\":{}}";

        JobAnswer answer = JobAnswer.decode(JsonMapper.shared().readTree(told), 4);

        assertThat(answer.gapMillis()).isEqualTo(4.0);
        assertThat(answer.workMicros()).isNull();
    }

    @Test
    void noUnitEndsTwice() {
        JobLog log = new JobLog(1);
        log.begin();
        log.failed("TIMEOUT");

        assertThatThrownBy(() -> log.completed(0)).isInstanceOf(IllegalStateException.class);
        log.over();
        assertThat(decoded(log, 1).errors()).isEqualTo(Map.of("TIMEOUT", 1L));
    }
}
