package dev.gearbox.studies.pageindexer.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.studies.pageindexer.work.Arithmetic;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work on pages: the same result on any thread, with the requested number of threads. */
final class PageWorkTest {
    private static FetchedPage page(int number) {
        String text = "<title>Page " + number
                + "</title><p>on 2026-11-22 write to me@example.org, it it costs €5.00 <a href='x" + number + "'>x</a>";
        return new FetchedPage(
                URI.create("http://localhost/" + number),
                200,
                "text/html",
                null,
                null,
                text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"none", "arithmetic?least=1ms&most=2ms&pace=1000", "xml", "regex", "verify", "decrypt", "encrypt"
            })
    void is_the_same_in_place_and_on_workers(String spec) throws Exception {
        PageWork work = PageWorks.of(spec);
        long here;
        try (PageWorkers place = PageWorkers.inPlace(work)) {
            here = checksum(place);
        }
        for (int workers : new int[] {1, 3}) {
            try (PageWorkers place = PageWorkers.on(workers, 64, work)) {
                assertThat(checksum(place)).isEqualTo(here);
                assertThat(place.waits().getTotalCount()).isPositive();
            }
        }
        if (!spec.equals("none")) {
            assertThat(work.on(page(1)))
                    .isNotEqualTo(work.on(new FetchedPage(
                            page(1).address(),
                            200,
                            "text/html",
                            null,
                            null,
                            "other".repeat(200).getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static long checksum(PageWorkers place) throws Exception {
        List<RecordingHandler> all = new ArrayList<>();
        for (int number = 0; number < 40; number++) {
            RecordingHandler told = new RecordingHandler();
            all.add(told);
            place.before(told).fetched(page(number));
        }
        for (RecordingHandler told : all) {
            assertThat(told.page().status()).isEqualTo(200);
            assertThat(told.times()).isOne();
        }
        assertThat(place.times().getTotalCount()).isEqualTo(40);
        return place.checksum();
    }

    @Test
    void arithmetic_that_shares_a_generator_goes_on_where_another_page_left_it() {
        PageWork own = PageWorks.of("arithmetic?least=1ms&most=2ms&pace=1000");
        assertThat(own.on(page(1))).isEqualTo(own.on(page(1)));
        PageWork shared = PageWorks.of("arithmetic?least=1ms&most=2ms&pace=1000&shared=random");
        long first = shared.on(page(1));
        assertThat(shared.on(page(1))).isNotEqualTo(first);
        assertThat(PageWorks.of("arithmetic?least=1ms&most=2ms&pace=1000&shared=random")
                        .on(page(1)))
                .as("another process begins at the same seed")
                .isEqualTo(first);
        assertThatThrownBy(() -> PageWorks.of("arithmetic?shared=all"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("random");
    }

    @Test
    void html_is_parsed_and_indexed() {
        PageWork work = PageWorks.of("html");
        long first = work.on(page(1));
        assertThat(work.on(page(2))).as("number of the change to the index").isGreaterThan(first);
    }

    @Test
    void workers_are_as_many_as_asked_for_and_a_full_queue_is_the_callers() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger mine = new AtomicInteger();
        Thread caller = Thread.currentThread();
        PageWork work = page -> {
            if (Thread.currentThread().equals(caller)) {
                return mine.incrementAndGet();
            }
            begun.countDown();
            await(go);
            return 1;
        };
        try (PageWorkers place = PageWorkers.on(2, 4, work)) {
            List<RecordingHandler> all = new ArrayList<>();
            for (int number = 0; number < 2; number++) {
                all.add(new RecordingHandler());
                place.before(all.getLast()).fetched(page(number));
            }
            await(begun);
            for (int number = 2; number < 9; number++) {
                all.add(new RecordingHandler());
                place.before(all.getLast()).fetched(page(number));
            }
            // Two are in progress, four are queued, three run on the caller.
            assertThat(mine.get()).isEqualTo(3);
            go.countDown();
            for (RecordingHandler told : all) {
                assertThat(told.page()).isNotNull();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    @Test
    void work_that_throws_makes_its_page_a_failure() throws Exception {
        try (PageWorkers place = PageWorkers.inPlace(page -> {
            throw new IllegalArgumentException("no page for me");
        })) {
            RecordingHandler told = new RecordingHandler();
            place.before(told).fetched(page(1));
            assertThat(told.failure().kind()).isEqualTo(FetchFailure.Kind.OTHER);
            assertThat(told.failure().detail()).contains("no page for me");
        }
    }

    @Test
    void what_is_no_page_passes_without_work() throws Exception {
        try (PageWorkers place = PageWorkers.inPlace(page -> {
            throw new AssertionError("worked on " + page);
        })) {
            RecordingHandler told = new RecordingHandler();
            place.before(told)
                    .fetched(new FetchedPage(URI.create("http://localhost/"), 404, null, null, null, new byte[0]));
            assertThat(told.page().status()).isEqualTo(404);
        }
    }

    @Test
    void arithmetic_is_counted_by_the_clock_and_then_the_same_for_each_page() {
        AtomicLong now = new AtomicLong();
        // A clock that advances by a millisecond with each reading, of which there is one for each batch of 10,000
        // steps.
        long pace = Arithmetic.calibrate(() -> now.addAndGet(1_000_000));
        assertThat(pace).isEqualTo(10_000);
        Arithmetic work = new Arithmetic(pace, Duration.ofMillis(5), Duration.ofMillis(8));
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int number = 0; number < 1000; number++) {
            long steps = work.steps(page(number));
            assertThat(steps).isBetween(50_000L, 80_000L).isEqualTo(work.steps(page(number)));
            least = Math.min(least, steps);
            most = Math.max(most, steps);
        }
        assertThat(least).isLessThan(51_000);
        assertThat(most).isGreaterThan(79_000);
    }

    @Test
    void a_work_that_is_none_is_refused() {
        assertThatThrownBy(() -> PageWorks.of("arithmetics"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("no work \"arithmetics\". Did you mean arithmetic? Known: none, arithmetic");
        assertThatThrownBy(() -> PageWorks.of("arithmetic?least=9ms"))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("arithmetic: least is more than most. Swap them");
        assertThatThrownBy(() -> PageWorks.of("push"))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("push sends results to the origin of a job, and here is none. Take another kind of work");
        assertThat(PageWorks.canonical("push?bytes=1024")).isEqualTo("push?bytes=1024");
        assertThat(PageWorks.canonical("arithmetic?most=9ms&least=6ms")).isEqualTo("arithmetic?least=6ms&most=9ms");
    }
}
