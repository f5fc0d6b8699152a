package dev.gearbox.studies.fanoutgateway;

import static dev.gearbox.studies.fanoutgateway.GatewayCaller.assertProblem;
import static dev.gearbox.studies.fanoutgateway.GatewayCaller.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.fanoutgateway.actors.published.PublishedActorsMain;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.ShapedComposition;
import dev.gearbox.studies.fanoutgateway.launch.GatewayArguments;
import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import dev.gearbox.studies.fanoutgateway.published.PublishedMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.services.Catalog;
import dev.gearbox.studies.fanoutgateway.services.GoldenAnswers;
import dev.gearbox.studies.fanoutgateway.services.Services;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What happens in the rows as published where {@link GatewaySemanticsTest} demands a problem document by the deadline of the experts' form. The build draws
 * one, the deep stage tests all.
 */
@Tag("deep")
@Timeout(600)
class PublishedSemanticsTest {
    private static final Duration FAR = Duration.ofHours(1);

    /** By which the gateway around the style ends a request that the style never ends; the published process has none. */
    private static final Duration NEAR = Duration.ofSeconds(2);

    private static final int DRAWN = 1;

    /** What a client gets when a call fails. */
    private enum Failure {
        /** A problem document. */
        PROBLEM,
        /** Status 200 without a body. */
        EMPTY_SUCCESS,
        /** Status 200 with the text "Error". */
        ERROR_SUCCESS,
        /** Nothing, forever. */
        NO_ANSWER
    }

    /**
     * A row of the table in the study's README.
     *
     * @param failure what a client gets when a service fails
     * @param overlap whether the four calls are made at once
     */
    private record Card(Failure failure, boolean overlap) {}

    private static final Map<String, Card> CARDS = Map.ofEntries(
            Map.entry("published-sequential", new Card(Failure.PROBLEM, false)),
            Map.entry("published-executor", new Card(Failure.EMPTY_SUCCESS, true)),
            Map.entry("published-executor-24", new Card(Failure.EMPTY_SUCCESS, true)),
            Map.entry("published-completable-future", new Card(Failure.EMPTY_SUCCESS, true)),
            Map.entry("published-completable-future-async", new Card(Failure.NO_ANSWER, true)),
            Map.entry("published-rxjava-blocking", new Card(Failure.ERROR_SUCCESS, true)),
            Map.entry("published-rxjava", new Card(Failure.ERROR_SUCCESS, true)),
            Map.entry("published-disruptor", new Card(Failure.NO_ANSWER, false)),
            Map.entry("published-disruptor-async", new Card(Failure.NO_ANSWER, false)),
            Map.entry("published-actors", new Card(Failure.NO_ANSWER, true)),
            Map.entry("published-actors-async", new Card(Failure.NO_ANSWER, true)));

    private static final Styles STYLES = PublishedMain.STYLES.and(PublishedActorsMain.STYLES);

    private final GatewayCaller caller = new GatewayCaller();

    @AfterEach
    void close() {
        caller.close();
    }

    static List<String> styles() {
        return SeededSample.of(List.copyOf(STYLES.names()), DRAWN, Contract.seed());
    }

    private static Card card(String style) {
        return Objects.requireNonNull(CARDS.get(style), style);
    }

    private static GatewayProcess gateway(String style, Services services, Duration deadline) throws IOException {
        return GatewayProcess.start(
                new GatewayArguments(
                        style, "selector", client(style), services.address(), 0, new Limits(8, 64, 8, deadline)),
                STYLES,
                KnownServers.OWN);
    }

    private static String client(String style) {
        return STYLES.of(style).blocks() ? "jdk" : "gearbox";
    }

    @Test
    void every_published_row_has_a_card() {
        assertThat(CARDS.keySet()).isEqualTo(STYLES.names());
    }

    @ParameterizedTest
    @MethodSource("styles")
    void answers_rightly_for_every_user(String style) throws Exception {
        GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
        try (Services services = Services.start(ServicesPlan.PLAIN);
                GatewayProcess gateway = gateway(style, services, FAR)) {
            for (int user = 1; user <= Catalog.USERS; user++) {
                HttpResponse<byte[]> response = caller.overview(gateway, user).get();
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(new String(response.body(), StandardCharsets.UTF_8))
                        .isEqualTo(new String(golden.overview(user), StandardCharsets.UTF_8));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_service_that_fails_is_what_its_card_says(String style) throws Exception {
        Failure failure = card(style).failure();
        for (String fault : List.of("error", "garbage", "reset")) {
            ServicesPlan plan = ServicesPlan.PLAIN.withFaults("albums", fault + "=100%");
            try (Services services = Services.start(plan);
                    GatewayProcess gateway = gateway(style, services, failure == Failure.NO_ANSWER ? NEAR : FAR)) {
                HttpResponse<byte[]> response = caller.overview(gateway, 1).get();
                switch (failure) {
                    case PROBLEM -> assertProblem(response, 502);
                    case EMPTY_SUCCESS -> {
                        assertThat(response.statusCode()).isEqualTo(200);
                        assertThat(response.body()).isEmpty();
                    }
                    case ERROR_SUCCESS -> {
                        assertThat(response.statusCode()).isEqualTo(200);
                        assertThat(response.body())
                                .asString(StandardCharsets.UTF_8)
                                .isEqualTo("Error");
                    }
                    case NO_ANSWER -> assertProblem(response, 504); // from the gateway around it
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_silent_service_is_never_given_up_and_calls_overlap_as_its_card_says(String style) throws Exception {
        List<String> called = card(style).overlap() ? Joins.SERVICES : List.of("posts");
        ServicesPlan plan = ServicesPlan.PLAIN;
        for (String service : Joins.SERVICES) {
            plan = plan.withFaults(service, "stall=100%");
        }
        try (Services services = Services.start(plan);
                GatewayProcess gateway = gateway(style, services, NEAR)) {
            assertProblem(caller.overview(gateway, 1).get(), 504); // from the gateway around it
            await(() -> called.stream().allMatch(name -> services.counts(name).begun() == 1));
            assertThat(Joins.SERVICES)
                    .filteredOn(name -> services.counts(name).begun() > 0)
                    .isEqualTo(called);
        }
    }

    @Test
    void a_silent_service_holds_all_later_requests_of_the_disruptor() throws Exception {
        ServicesPlan plan = ServicesPlan.PLAIN.withFaults("comments", "stall=100%");
        try (Services services = Services.start(plan);
                GatewayProcess gateway = gateway("published-disruptor", services, NEAR)) {
            for (int user = 1; user <= 2; user++) {
                assertProblem(caller.overview(gateway, user).get(), 504); // from the gateway around it
            }
            await(() -> services.counts("posts").begun() == 2);
            assertThat(services.counts("comments").begun())
                    .as("the one handler of this stage still waits for the first answer")
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void makes_no_other_calls_than_the_four(String style) throws Exception {
        Shape shape = Shape.parse("calls", "calls: {a: {}, b: {after: [a]}}");
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            GatewayArguments arguments = new GatewayArguments(
                    style,
                    "selector",
                    client(style),
                    services.address(),
                    0,
                    Limits.DEFAULT,
                    Map.of(),
                    new ShapedComposition(shape));
            assertThatThrownBy(() -> GatewayProcess.start(arguments, STYLES, KnownServers.OWN)
                            .close())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("four calls");
        }
    }
}
