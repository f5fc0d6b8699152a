package dev.gearbox.files.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that copy end together, and none of them fails unnoticed. */
@Timeout(60)
final class CopyThreadsTest {
    private static final int THREADS = 3;

    /** Runs one thread that does this, while the others wait until they are interrupted; returns how many of them were. */
    private static int interrupted(CopyThreads.CopyTask first) throws InterruptedException {
        AtomicBoolean begun = new AtomicBoolean();
        AtomicInteger interrupted = new AtomicInteger();
        try {
            CopyThreads.run(THREADS, "test", () -> {
                if (!begun.getAndSet(true)) {
                    first.run();
                    return;
                }
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException stopped) {
                    interrupted.incrementAndGet();
                    throw stopped;
                }
            });
        } finally {
            assertThat(interrupted).hasValue(THREADS - 1);
        }
        return interrupted.get();
    }

    @Test
    void each_thread_runs_the_task_once() throws Exception {
        Set<Thread> ran = ConcurrentHashMap.newKeySet();
        CopyThreads.run(
                THREADS,
                "test",
                () -> assertThat(ran.add(Thread.currentThread())).isTrue());
        assertThat(ran).hasSize(THREADS).noneMatch(Thread::isAlive);
    }

    @Test
    void what_one_thread_refuses_ends_the_others_and_is_what_the_caller_gets() {
        CopyException refused = new CopyException("no");
        assertThatThrownBy(() -> interrupted(() -> {
                    throw refused;
                }))
                .isSameAs(refused);
    }

    @Test
    void a_defect_of_one_thread_of_any_kind_ends_the_others_and_is_reported() {
        for (Throwable defect : List.of(new IllegalArgumentException("a"), new AssertionError("b"))) {
            assertThatThrownBy(() -> interrupted(() -> {
                        if (defect instanceof Error error) {
                            throw error;
                        }
                        throw (RuntimeException) defect;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasCause(defect);
        }
    }

    @Test
    void an_interruption_of_the_caller_or_of_a_thread_interrupts_all() {
        Thread caller = Thread.currentThread();
        for (CopyThreads.CopyTask stop : List.<CopyThreads.CopyTask>of(caller::interrupt, () -> {
            throw new InterruptedException();
        })) {
            assertThatThrownBy(() -> interrupted(stop)).isInstanceOf(InterruptedException.class);
            assertThat(caller.isInterrupted()).isFalse();
        }
    }

    @Test
    void each_folder_of_a_queue_is_examined_once_by_some_thread_and_then_all_threads_end() throws Exception {
        FolderQueue<String> queue = new FolderQueue<>();
        Set<String> examined = ConcurrentHashMap.newKeySet();
        queue.add("");
        CopyThreads.run(THREADS, "test", () -> {
            for (String folder = queue.next(); folder != null; folder = queue.next()) {
                assertThat(examined.add(folder)).isTrue();
                if (folder.length() < 5) {
                    for (String child : List.of("a", "b", "c")) {
                        queue.add(folder + child);
                    }
                }
                queue.finished();
            }
        });
        assertThat(examined).hasSize(1 + 3 + 9 + 27 + 81 + 243);
    }
}
