package dev.gearbox.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadStacksTest {
    private static final String SMAPS = """
            7f0000000000-7f0000004000 ---p 00000000 00:00 0
            Size:                 16 kB
            Rss:                   0 kB
            7f0000004000-7f0000100000 rw-p 00000000 00:00 0
            Size:               1008 kB
            Rss:                  88 kB
            Pss:                  88 kB
            7f0000100000-7f0000200000 rw-p 00000000 00:00 0                          [anon: heap]
            Rss:                 999 kB
            ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
            Rss:                   4 kB
            """;

    @Test
    void findsTheStackPointer() {
        assertThat(ThreadStacks.pointer("202 0x7f1d8fdff990 0x109 0x352a 0x0 0x0 0x0 0x7f00000ffe30 0x7f1d917f4f16\n"))
                .contains(0x7f00000ffe30L);
        assertThat(ThreadStacks.pointer("-1 0xffffffffff600010 0x7f1d917f4f16")).contains(0xffffffffff600010L);
        assertThat(ThreadStacks.pointer("running\n")).isEmpty();
    }

    @Test
    void addsUpTheMappingsInWhichPointersLie() {
        var pointers = new TreeSet<Long>(Long::compareUnsigned);
        pointers.addAll(List.of(0x7f00000ffe30L, 0xffffffffff600010L, 0x100L));
        assertThat(ThreadStacks.sum(SMAPS, pointers)).isEqualTo(new ThreadStacks(92 << 10, 2));
        pointers.remove(0x7f00000ffe30L);
        pointers.add(0x7f0000200000L); // the first byte after a mapping
        assertThat(ThreadStacks.sum(SMAPS, pointers)).isEqualTo(new ThreadStacks(4 << 10, 1));
    }

    /** Threads that have used a given amount of their stacks. */
    @Test
    void measuresThisProcess() throws IOException, InterruptedException {
        Path proc = Path.of("/proc");
        long pid = ProcessHandle.current().pid();
        ThreadStacks before = ThreadStacks.of(proc, pid).orElseThrow();
        int count = 50;
        CountDownLatch deep = new CountDownLatch(count);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                descend(1_000);
                deep.countDown();
                try {
                    end.await();
                } catch (InterruptedException asked) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        deep.await();
        ThreadStacks.of(proc, pid); // by then all of them are waiting
        ThreadStacks after = ThreadStacks.of(proc, pid).orElseThrow();
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(after.threads() - before.threads()).isBetween(count - 5, count + 5);
        // A thousand frames of at least 16 bytes; and no stack is larger than its megabyte.
        assertThat(after.bytes() - before.bytes()).isBetween(count * 16_000L, (long) count << 20);
    }

    private static int descend(int depth) {
        return depth == 0 ? 0 : 1 + descend(depth - 1);
    }
}
