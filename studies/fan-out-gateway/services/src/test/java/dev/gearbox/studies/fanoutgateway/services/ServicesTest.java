package dev.gearbox.studies.fanoutgateway.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.client.HttpFailure;
import dev.gearbox.http.client.HttpRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The services answer with their records, late or wrongly as planned, and count what becomes of each call. */
@Timeout(120)
class ServicesTest {
    private final Engine engine = Engines.start("selector");
    private final HttpClient client = HttpClient.over(engine, HttpClientOptions.DEFAULT.withKeepAlive(false));

    @AfterEach
    void close() {
        client.close();
        engine.close();
    }

    private CompletableFuture<FullResponse> call(Services services, String name) {
        return FullResponse.of(client, HttpRequest.get(services.address().resolve("/" + name)))
                .toCompletableFuture();
    }

    private static String text(FullResponse response) {
        return StandardCharsets.UTF_8.decode(response.body().duplicate()).toString();
    }

    /** Waits until the counters of a service are as expected. */
    private static void await(Services services, String name, Predicate<ServiceCounts> expected) {
        for (ServiceCounts counts = services.counts(name); !expected.test(counts); counts = services.counts(name)) {
            assertThat(Thread.interrupted()).as("in time; %s", counts).isFalse(); // by the time-out of the test
            LockSupport.parkNanos(1_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "posts, 100, 20_000, 32_000",
        "comments, 500, 110_000, 180_000",
        "albums, 100, 8_000, 13_000",
        "photos, 5000, 900_000, 1_300_000",
        "users, 10, 4_500, 7_000"
    })
    void each_service_answers_with_all_its_records(String name, int records, String least, String most)
            throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            FullResponse response = call(services, name).get();
            assertThat(response.status()).isEqualTo(200);
            String text = text(response);
            assertThat(text.length())
                    .isBetween(Integer.parseInt(least.replace("_", "")), Integer.parseInt(most.replace("_", "")));
            JsonNode array = JsonMapper.shared().readTree(text);
            assertThat(array.size()).isEqualTo(records);
            assertThat(IntStream.range(0, records)
                            .map(i -> array.get(i).get("id").intValue()))
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, records).boxed().toList());
            assertThat(services.counts(name)).isEqualTo(new ServiceCounts(1, 1, 0, 0, 1));
        }
    }

    @Test
    void the_seed_decides_the_text() {
        assertThat(Catalog.of(7)).isEqualTo(Catalog.of(7)).isNotEqualTo(Catalog.of(8));
    }

    @Test
    void a_call_waits_for_its_delay_and_is_abandoned_if_its_client_goes() throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withDelay("albums", "1h"))) {
            InetAddress here = InetAddress.getLoopbackAddress();
            try (Socket first = new Socket(here, services.port());
                    Socket second = new Socket(here, services.port())) {
                for (Socket socket : List.of(first, second)) {
                    socket.getOutputStream()
                            .write("GET /albums HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                }
                await(services, "albums", counts -> counts.open() == 2);
            }
            await(services, "albums", counts -> counts.equals(new ServiceCounts(2, 0, 2, 0, 2)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "reset, RESET",
        "truncated, TRUNCATED",
        "error, 500",
        "garbage, 200",
    })
    void a_fault_is_a_finished_call(String fault, String expected) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withFaults("posts", fault + "=100%"))) {
            String outcome = call(services, "posts")
                    .handle((response, failure) -> failure == null
                            ? Integer.toString(response.status())
                            : ((HttpFailure) failure).kind().name())
                    .get();
            assertThat(outcome).isEqualTo(expected);
            ServiceCounts counts = services.counts("posts");
            assertThat(counts.finished()).isEqualTo(counts.begun()).isPositive();
            assertThat(text(call(services, "albums").get())).startsWith("[");
        }
    }

    @Test
    void an_answer_without_an_end_is_abandoned() throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withFaults("users", "endless=100%"))) {
            assertThatThrownBy(() -> call(services, "users").get(100, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            HttpFailure.class,
                            failure -> assertThat(failure.kind()).isEqualTo(HttpFailure.Kind.TOO_LARGE));
            await(services, "users", counts -> counts.abandoned() == 1);
        }
    }

    /** Each call draws its own fault: with half of them failing, neither all nor none do. */
    @Test
    void calls_draw_their_faults_one_by_one() throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withFaults("users", "error=50%"))) {
            int failed = 0;
            for (int i = 0; i < 40; i++) {
                failed += call(services, "users").get().status() == 500 ? 1 : 0;
            }
            assertThat(failed).isBetween(10, 30); // the seed is fixed, so this either always holds or never
        }
    }

    @Test
    void the_counters_are_served_as_well() throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            call(services, "photos").get();
            JsonNode counts =
                    JsonMapper.shared().readTree(text(call(services, "counts").get()));
            assertThat(counts.get("photos").get("finished").longValue()).isEqualTo(1);
            assertThat(counts.get("posts").get("begun").longValue()).isZero();
        }
    }

    @Test
    void an_unknown_service_is_named_with_all_known_ones() throws IOException {
        assertThatThrownBy(() -> ServicesPlan.PLAIN.withDelay("postings", "1ms"))
                .hasMessage("no service \"postings\". Known: posts, comments, albums, photos, users");
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            assertThatThrownBy(() -> services.counts("postings")).isInstanceOf(IllegalArgumentException.class);
            FullResponse response = call(services, "postings").join();
            assertThat(response.status()).isEqualTo(404);
            assertThat(text(response)).contains("posts", "users");
        }
        assertThat(ServicesPlan.PLAIN.services()).isEqualTo(Map.of());
    }
}
