package dev.gearbox.studies.pageindexer.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.pageindexer.crawl.AddressGuard;
import dev.gearbox.studies.pageindexer.crawl.GuardedResolver;
import dev.gearbox.studies.pageindexer.crawl.Network;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure.Kind;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every client: the same pages, and the same name for the same failure. */
@ParameterizedClass
@MethodSource("specs")
final class PageClientContractTest {
    private static final int MOST_BYTES = 1 << 20;
    private static final FetchLimits LIMITS =
            new FetchLimits(Duration.ofMinutes(2), Duration.ofMinutes(5), MOST_BYTES, 256);
    /** For failures that a client may detect only by the deadline. */
    private static final FetchLimits PROMPT =
            new FetchLimits(Duration.ofMinutes(2), Duration.ofSeconds(20), MOST_BYTES, 256);

    private static final FetchLimits HASTY =
            new FetchLimits(Duration.ofMinutes(2), Duration.ofMillis(400), MOST_BYTES, 256);

    @Parameter
    private String spec = "";

    static Stream<String> specs() {
        return AllClients.specs();
    }

    private FetchedPage fetch(String path) throws Exception {
        try (HostileSite site = new HostileSite();
                PageClient client = AllClients.open(spec, LIMITS)) {
            RecordingHandler told = new RecordingHandler();
            client.fetch(site.page(path), told);
            FetchedPage page = told.page();
            assertThat(told.times()).isOne();
            return page;
        }
    }

    private void fails(FetchLimits limits, String path, Kind... kinds) throws Exception {
        try (HostileSite site = new HostileSite();
                PageClient client = AllClients.open(spec, limits)) {
            RecordingHandler told = new RecordingHandler();
            client.fetch(site.page(path), told);
            FetchFailure failure = told.failure();
            assertThat(failure.kind()).as(path + ": " + failure).isIn((Object[]) kinds);
            assertThat(failure.detail()).isNotBlank();
            // The client still works, and does not retry what has failed.
            RecordingHandler after = new RecordingHandler();
            client.fetch(site.page("/after"), after);
            if (!limits.equals(HASTY)) {
                assertThat(text(after.page())).isEqualTo("page /after");
            }
            assertThat(told.times()).isOne();
        }
    }

    private static String text(FetchedPage page) {
        return new String(page.body(), UTF_8);
    }

    @Test
    void a_page_comes_with_its_headers() throws Exception {
        FetchedPage page = fetch("/some/page?with=query");
        assertThat(text(page)).isEqualTo("page /some/page?with=query");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.isPage()).isTrue();
        assertThat(page.contentType()).isEqualTo("text/plain");
        assertThat(page.location()).isNull();
        assertThat(page.address().getPath()).isEqualTo("/some/page");
    }

    @Test
    void every_form_of_a_body_comes() throws Exception {
        assertThat(text(fetch("/chunked"))).isEqualTo("hello world");
        assertThat(text(fetch("/closed"))).isEqualTo("hello world");
        assertThat(text(fetch("/empty"))).isEmpty();
    }

    @Test
    void other_answers_are_answers() throws Exception {
        FetchedPage missing = fetch("/missing");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(text(missing)).isEqualTo("gone");
        FetchedPage busy = fetch("/busy");
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.retryAfter()).isEqualTo("7");
    }

    @Test
    void a_redirect_is_not_followed() throws Exception {
        FetchedPage moved = fetch("/moved");
        assertThat(moved.status()).isEqualTo(302);
        assertThat(moved.location()).isEqualTo("/ok");
    }

    @Test
    void an_answer_that_ends_too_early_is_truncated() throws Exception {
        fails(LIMITS, "/truncated", Kind.TRUNCATED);
        fails(LIMITS, "/truncated-chunk", Kind.TRUNCATED);
        fails(LIMITS, "/nothing", Kind.TRUNCATED);
    }

    @Test
    void a_reset_is_a_reset() throws Exception {
        Kind[] told = switch (spec) {
            // Its endpoint hides the system's error and reports a premature end.
            case "jetty" -> new Kind[] {Kind.TRUNCATED};
            // About once in some thousand times on a busy machine it does not notice, and the deadline applies.
            case "reactor-netty" -> new Kind[] {Kind.RESET, Kind.TIMEOUT};
            default -> new Kind[] {Kind.RESET};
        };
        fails(PROMPT, "/reset", told);
        fails(PROMPT, "/reset-at-once", told);
    }

    @Test
    void what_takes_too_long_times_out_even_if_bytes_drip() throws Exception {
        fails(HASTY, "/silent", Kind.TIMEOUT);
        fails(HASTY, "/stalled", Kind.TIMEOUT);
        fails(HASTY, "/dripping", Kind.TIMEOUT);
    }

    @Test
    void what_is_too_large_fails_whatever_was_announced() throws Exception {
        fails(LIMITS, "/huge", Kind.TOO_LARGE);
        fails(LIMITS, "/endless", Kind.TOO_LARGE);
        fails(LIMITS, "/lying", Kind.TOO_LARGE, Kind.TRUNCATED);
    }

    @Test
    void what_is_no_http_is_malformed() throws Exception {
        fails(LIMITS, "/garbage", Kind.MALFORMED, Kind.TRUNCATED);
        fails(LIMITS, "/bad-chunk", spec.startsWith("jetty") ? Kind.TRUNCATED : Kind.MALFORMED);
    }

    @Test
    void nobody_there_is_no_connection() throws Exception {
        URI nobody;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + taken.getLocalPort() + "/");
        }
        try (PageClient client = AllClients.open(spec, LIMITS)) {
            RecordingHandler told = new RecordingHandler();
            client.fetch(nobody, told);
            assertThat(told.failure().kind()).isEqualTo(Kind.CONNECT);
        }
    }

    /** The name was looked up and checked; the addresses to which it resolves when the client connects are checked by the same guard, with any client. */
    @Test
    void a_host_that_has_come_nearer_since_is_not_connected_to() throws Exception {
        GuardedResolver.NAMES.put("here.test", InetAddress.getLoopbackAddress());
        AtomicReference<Network> now = new AtomicReference<>(Network.PUBLIC);
        try (CountingSite site = new CountingSite();
                AddressGuard guard = AddressGuard.begin(_ -> now.get());
                PageClient client = AllClients.open(spec, LIMITS)) {
            site.with("/a", CountingSite.Answer.text("ok"));
            URI page = site.page("here.test", "/a");
            guard.look(page);
            RecordingHandler far = new RecordingHandler();
            client.fetch(page, far);
            assertThat(text(far.page())).isEqualTo("ok");
            now.set(Network.THIS_MACHINE);
            RecordingHandler near = new RecordingHandler();
            try (PageClient other = AllClients.open(spec, LIMITS)) {
                other.fetch(page, near);
                assertThat(near.failure().kind()).isEqualTo(Kind.CONNECT);
            }
            assertThat(site.count("/a")).isOne();
        }
    }

    @Test
    void two_hundred_pages_are_fetched_at_once() throws Exception {
        try (HostileSite site = new HostileSite();
                PageClient client = AllClients.open(spec, LIMITS)) {
            List<RecordingHandler> all = new ArrayList<>();
            for (int page = 0; page < 200; page++) {
                RecordingHandler told = new RecordingHandler();
                all.add(told);
                client.fetch(site.page("/knot"), told);
            }
            for (RecordingHandler told : all) {
                assertThat(text(told.page())).isEqualTo("ok");
            }
        }
    }

    @Test
    void a_handler_may_fetch_the_next_page() throws Exception {
        try (HostileSite site = new HostileSite();
                PageClient client = AllClients.open(spec, LIMITS)) {
            RecordingHandler last = new RecordingHandler();
            client.fetch(site.page("/0"), new PageHandler() {
                private int count;

                @Override
                public void fetched(FetchedPage page) {
                    if (++count == 20) {
                        last.fetched(page);
                    } else {
                        client.fetch(site.page("/" + count), this);
                    }
                }

                @Override
                public void failed(FetchFailure failure) {
                    last.failed(failure);
                }
            });
            assertThat(text(last.page())).isEqualTo("page /19");
        }
    }
}
