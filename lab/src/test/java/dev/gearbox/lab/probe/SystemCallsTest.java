package dev.gearbox.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemCallsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** The output of perf 6.1 for a server on a selector, in a second at 117,000 requests/s. */
    private static final List<String> PERF = List.of(
            "Events disabled",
            "Events enabled",
            "Events disabled",
            "237602,,raw_syscalls:sys_enter,949328913,100.00,,",
            "117761,,syscalls:sys_enter_read,949542351,100.00,,",
            "117766,,syscalls:sys_enter_write,949763605,100.00,,",
            "2,,syscalls:sys_enter_epoll_wait,950919394,100.00,,",
            "<not counted>,,syscalls:sys_enter_accept,0,100.00,,",
            "0,,syscalls:sys_enter_futex,951764202,100.00,,");

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void readsWhatPerfPrints() throws IOException {
        SystemCalls.Counted counted = SystemCalls.parse(PERF, SECOND);
        assertThat(counted.total()).isEqualTo(237_602);
        assertThat(counted.byName())
                .isEqualTo(Map.of("read", 117_761L, "write", 117_766L, "epoll_wait", 2L, "other", 2_073L));
        assertThat(counted.perRequest(117_761)).containsEntry("read", 1.0);
        assertThat(counted.perRequest(237_602).get("total")).isCloseTo(1, within(1e-12));
    }

    @Test
    void readsNothingElse() {
        refuses(
                "perf does not count raw_syscalls:sys_enter (<not supported>)",
                "<not supported>,,raw_syscalls:sys_enter,0,100.00,,");
        refuses("unexpected output of perf: Killed", "1,,raw_syscalls:sys_enter,1,100.00,,", "Killed");
        refuses("perf counted no raw_syscalls:sys_enter", "1,,syscalls:sys_enter_read,1,100.00,,");
        refuses("which was not requested", "1,,raw_syscalls:sys_enter,1,100.00,,", "1,,cpu-clock,1,100.00,,");
        refuses("twice", "1,,raw_syscalls:sys_enter,1,100.00,,", "1,,raw_syscalls:sys_enter,1,100.00,,");
    }

    private static void refuses(String why, String... lines) {
        assertThatThrownBy(() -> SystemCalls.parse(List.of(lines), SECOND))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    @Test
    void namesAreCountedWhileTheyAreCheap() {
        List<String> traceable =
                List.of("raw_syscalls:sys_enter", "syscalls:sys_enter_read", "syscalls:sys_enter_sync");
        assertThat(SystemCalls.events(10, 20, traceable))
                .containsExactly("raw_syscalls:sys_enter", "syscalls:sys_enter_read");
        assertThat(SystemCalls.events(11, 20, traceable)).containsExactly("raw_syscalls:sys_enter");
    }

    @Test
    void tellsAPersonWhyNot() {
        assertThat(PerfStat.why(List.of(
                        "event syntax error: 'raw_syscalls:sys_enter'",
                        "Error:\tNo permissions to read /sys/kernel/tracing/events",
                        "Hint:\tTry something",
                        " Usage: perf stat [<options>] [<command>]")))
                .isEqualTo("perf is not allowed or not able to (Error:\tNo permissions to read"
                        + " /sys/kernel/tracing/events)");
        assertThat(new SystemCalls.Unavailable("perf is not installed"))
                .hasToString("not counted here: perf is not installed");
    }

    /** Compared with our own count; if counting is not permitted, the result must say so. */
    @Test
    void countsTheCallsOfAProcess() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong made = new AtomicLong();
        File file = new File("/no such file");
        Thread caller = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                if (!file.exists()) { // one call to stat
                    made.incrementAndGet();
                }
            }
        });
        try {
            long before = made.get();
            SystemCalls.Result result =
                    SystemCalls.count(ProcessHandle.current().pid(), Duration.ofMillis(500));
            long most = made.get() - before;
            switch (result) {
                case SystemCalls.Counted(long total, Map<String, Long> byName, Duration window) -> {
                    assertThat(window).isGreaterThanOrEqualTo(Duration.ofMillis(500));
                    assertThat(total).isGreaterThan(1_000).isLessThan(most + 100_000);
                    assertThat(byName.get(SystemCalls.OTHER)).isGreaterThan(total / 2);
                }
                case SystemCalls.Unavailable(String reason) ->
                    assertThat(reason).isNotBlank();
            }
        } finally {
            over.set(true);
            caller.join();
        }
    }

    @Test
    void aProcessThatIsNotThereCannotBeCounted() throws InterruptedException {
        assertThat(SystemCalls.count(4_194_303, SECOND)).isInstanceOf(SystemCalls.Unavailable.class);
    }

    @Test
    void anInterruptedCountLeavesNothingBehind() throws InterruptedException {
        AtomicReference<String> end = new AtomicReference<>("");
        CountDownLatch begun = new CountDownLatch(1);
        Thread counting = Thread.ofPlatform().start(() -> {
            begun.countDown();
            try {
                end.set(SystemCalls.count(ProcessHandle.current().pid(), Duration.ofMinutes(10))
                        .toString());
            } catch (InterruptedException asked) {
                end.set("interrupted");
            }
        });
        begun.await();
        counting.interrupt();
        counting.join();
        assertThat(end.get()).isEqualTo("interrupted");
    }
}
