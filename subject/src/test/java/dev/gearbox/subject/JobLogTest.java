package dev.gearbox.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Work during a pause counts neither in the job's time nor in its resource usage. */
final class JobLogTest {
    private static final long MILLIS = 1_000_000;

    /** A field, so that the computation is not optimised away. */
    private double held;

    private void burn(long millis) {
        long until = System.nanoTime() + millis * MILLIS;
        while (System.nanoTime() < until) {
            held += Math.sqrt(held + 1);
        }
    }

    @Test
    void a_pause_is_no_part_of_the_job() {
        JobLog log = new JobLog(2);
        log.begin();
        long first = log.now();
        log.completed(first);
        log.pause();
        long before = Usage.self().orElseThrow().cpuMicros();
        burn(200);
        long burnt = Usage.self().orElseThrow().cpuMicros() - before;
        log.resume();
        long second = log.now();
        log.completed(second, second + 5 * MILLIS);
        log.over();
        JsonNode answer = answer(log);
        assertThat(burnt).isPositive();
        assertThat(answer.path("usage").path("userMicros").asLong()).isLessThan(burnt);
        assertThat(answer.path("took").get(1).asLong()).isEqualTo(5_000);
        assertThat(held).isPositive();
    }

    @Test
    void the_clock_stands_still_while_it_is_paused() {
        JobLog log = new JobLog(1);
        log.begin();
        long begun = System.nanoTime();
        long before = log.now();
        log.pause();
        burn(50);
        log.resume();
        long onItsClock = log.now() - before;
        long onTheWall = System.nanoTime() - begun;
        assertThat(onTheWall - onItsClock).isGreaterThanOrEqualTo(50 * MILLIS);
    }

    @Test
    void time_that_was_not_spent_on_the_job_is_taken_off_its_clock_and_its_usage_counts() {
        JobLog log = new JobLog(1);
        log.begin();
        long begun = log.now();
        long wall = System.nanoTime();
        long before = Usage.self().orElseThrow().cpuMicros();
        burn(50);
        long burnt = Usage.self().orElseThrow().cpuMicros() - before;
        log.exclude(50 * MILLIS);
        log.completed(begun);
        log.over();
        long onTheWall = System.nanoTime() - wall;
        JsonNode usage = answer(log).path("usage");
        assertThat(answer(log).path("nanos").asLong()).isLessThanOrEqualTo(onTheWall - 49 * MILLIS);
        assertThat(usage.path("userMicros").asLong()
                        + usage.path("systemMicros").asLong())
                .isGreaterThanOrEqualTo(burnt);
    }

    @Test
    void a_page_that_is_touched_first_is_a_fault_and_counts() {
        JobLog log = new JobLog(1);
        log.begin();
        ByteBuffer memory = ByteBuffer.allocateDirect(8 << 20);
        for (int at = 0; at < memory.capacity(); at += 4096) {
            memory.put(at, (byte) 1);
        }
        log.over();
        assertThat(answer(log).path("usage").path("pageFaults").asLong()).isPositive();
    }

    private static JsonNode answer(JobLog log) {
        return JsonMapper.shared().readTree(SubjectConsole.json(log.answer()));
    }
}
