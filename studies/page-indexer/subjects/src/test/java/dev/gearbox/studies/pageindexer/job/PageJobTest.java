package dev.gearbox.studies.pageindexer.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.subject.JobLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Jobs against a small site: {@code /missing} is listed but does not exist, and {@code /late} is never answered. */
@Timeout(600)
class PageJobTest {
    private static final int PAGES = 40;

    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private Engine engine = Engines.start("virtual");
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger firstHalfMeanwhile = new AtomicInteger();
    private volatile @Nullable CountDownLatch held;
    private int port;

    @BeforeEach
    void serve() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (int page = 0; page < PAGES; page++) {
            pages.append("/page/").append(page).append('\n');
        }
        pages.append("/missing\n/late\n");

        Listener listener = engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpServer.of(exchange -> {
                    String target = exchange.target();
                    if (target.equals("/results")) {
                        asked.merge(target, 1, Integer::sum);
                        exchange.respond(204, HttpHeaders.NONE, ByteBuffer.allocate(0));
                        return;
                    }
                    asked.merge(target, 1, Integer::sum);
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    hold(target);
                    String text = target.equals("/pages.txt") ? pages.toString() : "x".repeat(100_000);
                    if (!target.equals("/late")) {
                        // Before the answer, after which the client may send the next request at once.
                        underWay.decrementAndGet();
                        exchange.respond(
                                target.equals("/missing") ? 404 : 200,
                                HttpHeaders.of("Content-Type", "text/plain"),
                                ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
                    }
                }),
                Options.DEFAULT);
        port = ((InetSocketAddress) listener.address()).getPort();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void hold(String target) {
        CountDownLatch others = held;
        if (others == null || !target.startsWith("/page/")) {
            return;
        }
        if (Integer.parseInt(target.substring("/page/".length())) >= PAGES / 2) {
            others.countDown();
        } else {
            asked.merge("first half", 1, Integer::sum);
        }
        if (target.equals("/page/0")) {
            try {
                others.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            firstHalfMeanwhile.set(asked.getOrDefault("first half", 0));
        }
    }

    private ObjectNode job(int pages, String work, String timeout) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("pages", pages)
                .put("work", work)
                .put("timeout", timeout)
                .put("port", port);
    }

    private static PageJob of(String label) {
        PageRow row = PageRow.labelled(label);
        return new PageJob(row::open, row.atOnce(), row.shares(), row.workers());
    }

    private static JsonNode answer(JobLog log) {
        return JsonMapper.shared().valueToTree(log.answer());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ideal",
                "selector",
                "selector + offload(2)",
                "pool?threads=3",
                "split?clients=3",
                "jdk",
                "apache?threads=3"
            })
    void everyPageIsFetchedOnceAndWorkedOn(String label) throws Exception {
        PageJob job = of(label);
        for (int round = 1; round <= 2; round++) {
            JsonNode answer = answer(job.run(job(PAGES, "regex", "20s")));

            assertThat(answer.path("errors").isEmpty()).as(answer.toString()).isTrue();
            assertThat(answer.path("completed").size()).isEqualTo(PAGES);
            assertThat(answer.path("work").size()).isEqualTo(PAGES);
            assertThat(answer.path("aloneNanos").asLong()).isPositive();
            assertThat(answer.path("nanos").asLong()).isPositive();
        }
        assertThat(asked)
                .containsEntry("/page/0", 2)
                .containsEntry("/page/" + (PAGES - 1), 2)
                .containsEntry("/pages.txt", 1);
    }

    @Test
    void aJobLimitsThePagesUnderWayOfEveryClient() throws Exception {
        JsonNode answer = answer(of("selector").run(job(PAGES, "none", "1m").put("at-once", 3)));

        assertThat(answer.path("completed").size()).isEqualTo(PAGES);
        assertThat(most.get()).isBetween(1, 3);

        most.set(0);
        var _ = of("pool?threads=2").run(job(PAGES, "none", "1m").put("at-once", 3));
        assertThat(most.get()).as("the client's own limit is lower").isBetween(1, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"split?clients=2", "pool?threads=2"})
    void aClientOfAStaticSplitKeepsToItsShareAndAThreadOfAPoolHelps(String label) throws Exception {
        // The first page is not answered before all of the second half have been requested.
        held = new CountDownLatch(PAGES / 2);
        JsonNode answer = answer(of(label).run(job(PAGES, "none", "1m")));

        assertThat(answer.path("completed").size()).isEqualTo(PAGES);
        assertThat(most.get()).isEqualTo(2);
        assertThat(firstHalfMeanwhile).hasValue(label.startsWith("split") ? 1 : PAGES / 2);
    }

    @Test
    void aResultIsSentOnToTheServer() throws Exception {
        JsonNode answer = answer(of("selector + offload(2)").run(job(PAGES, "push", "1m")));

        assertThat(answer.path("completed").size()).isEqualTo(PAGES);
        assertThat(answer.path("work").size()).isEqualTo(PAGES);
        assertThat(asked).as("and for the times of the work alone").containsEntry("/results", 2 * PAGES - 20);
    }

    @Test
    void whatIsNoPageAndWhatDoesNotComeAreCountedByKind() throws Exception {
        JsonNode answer = answer(of("selector").run(job(PAGES + 1, "none", "2m")));

        assertThat(answer.path("completed").size()).isEqualTo(PAGES);
        assertThat(answer.path("errors").path("status").asInt()).isEqualTo(1);
        assertThat(answer.path("work").size()).isZero();
        assertThat(answer.path("aloneNanos").asLong()).isZero();

        JsonNode hasty = answer(of("selector").run(job(PAGES + 2, "none", "1s")));

        int timeouts = hasty.path("errors").path("timeout").asInt();
        // On a busy machine other pages may also be too late.
        assertThat(timeouts).isPositive();
        assertThat(hasty.path("completed").size()
                        + hasty.path("errors").path("status").asInt()
                        + timeouts)
                .isEqualTo(PAGES + 2);
    }

    @Test
    void morePagesThanThereAreCannotBeFetched() {
        assertThatThrownBy(() -> of("ideal").run(job(PAGES + 3, "none", "1s")))
                .isInstanceOf(IOException.class)
                .hasMessage("the origin lists 42 pages, and 43 are requested");
    }

    @Test
    void argumentsThatMakeNoClientAreNamed() {
        List<String> wrong = Collections.nCopies(1, "--client");
        assertThatThrownBy(() -> PageSubjectMain.row(wrong))
                .hasMessage("takes --client SPEC and --offload K, not --client");
        assertThat(PageSubjectMain.row(List.of("--client", "selector", "--offload", "2")))
                .isEqualTo(PageRow.of("selector", Optional.of("2")));
    }
}
