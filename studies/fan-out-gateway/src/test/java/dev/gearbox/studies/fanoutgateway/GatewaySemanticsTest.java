package dev.gearbox.studies.fanoutgateway;

import static dev.gearbox.studies.fanoutgateway.GatewayCaller.assertProblem;
import static dev.gearbox.studies.fanoutgateway.GatewayCaller.await;
import static dev.gearbox.studies.fanoutgateway.StyleCards.CARDS;
import static dev.gearbox.studies.fanoutgateway.StyleCards.GOES_ON;
import static dev.gearbox.studies.fanoutgateway.StyleCards.STYLES;
import static dev.gearbox.studies.fanoutgateway.StyleCards.client;
import static dev.gearbox.studies.fanoutgateway.StyleCards.others;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.fanoutgateway.StyleCards.Others;
import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.launch.GatewayArguments;
import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.services.Catalog;
import dev.gearbox.studies.fanoutgateway.services.GoldenAnswers;
import dev.gearbox.studies.fanoutgateway.services.ServiceCounts;
import dev.gearbox.studies.fanoutgateway.services.Services;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a client and the services see of each style: the right answer, failures as problem documents, calls as its card says, and nothing left over. The
 * build draws some of the styles, the deep stage tests all.
 */
@Tag("deep")
@Timeout(120)
class GatewaySemanticsTest {
    private static final Duration FAR = Duration.ofHours(1);
    private static final Duration NEAR = Duration.ofMillis(500);

    /** The names of the threads of styles. */
    private static final String OF_STYLES = "(call|join|request)-\\d+|actors-.*";

    private final GatewayCaller caller = new GatewayCaller();

    @AfterEach
    void close() {
        caller.close();
    }

    static List<String> styles() {
        return StyleCards.drawn();
    }

    /** The services that a style calls while none of them answers. */
    private static List<String> called(String style) {
        return others(style) == Others.NOT_MADE ? List.of("posts") : Joins.SERVICES;
    }

    private static boolean each(List<String> names, Predicate<ServiceCounts> condition, Services services) {
        return names.stream().map(services::counts).allMatch(condition);
    }

    @Test
    void every_row_but_the_ideal_one_is_a_style_with_a_card() {
        assertThat(CARDS.keySet()).isEqualTo(STYLES.names());
        assertThat(GatewayRows.gateways())
                .filteredOn(label -> !label.equals("ideal"))
                .containsExactlyInAnyOrderElementsOf(STYLES.names());
    }

    private static GatewayProcess gateway(String style, Services services, Limits limits) throws IOException {
        return gateway(style, services, limits, 0);
    }

    private static GatewayProcess gateway(String style, Services services, Limits limits, int port) throws IOException {
        return GatewayProcess.start(
                new GatewayArguments(style, "selector", client(style), services.address(), port, limits),
                STYLES,
                KnownServers.OWN);
    }

    /** The threads of gateways, their engines and their clients. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(OF_STYLES + "|gearbox-.*|HttpClient-.*"))
                .collect(Collectors.toSet());
    }

    private static Limits limits(Duration deadline) {
        return new Limits(8, 64, 8, deadline);
    }

    private static ServicesPlan with(String name, String fault) {
        return ServicesPlan.PLAIN.withFaults(name, fault + "=100%");
    }

    private static ServicesPlan allSilent() {
        ServicesPlan plan = ServicesPlan.PLAIN;
        for (String name : Joins.SERVICES) {
            plan = plan.withFaults(name, "stall=100%");
        }
        return plan;
    }

    @ParameterizedTest
    @MethodSource("styles")
    void answers_rightly_for_every_user_and_leaves_nothing(String style) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
            try (GatewayProcess gateway = gateway(style, services, limits(FAR))) {
                for (int user = 1; user <= Catalog.USERS; user++) {
                    HttpResponse<byte[]> response =
                            caller.overview(gateway, user).get();
                    assertThat(response.statusCode()).isEqualTo(200);
                    assertThat(new String(response.body(), StandardCharsets.UTF_8))
                            .isEqualTo(new String(golden.overview(user), StandardCharsets.UTF_8));
                }
                await(() -> gateway.open() == 0);
            }
            await(() -> services.connections() == 0);
            await(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().matches(OF_STYLES)));
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_port_that_is_taken_leaves_nothing(String style) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN);
                GatewayProcess first = gateway(style, services, limits(FAR))) {
            Set<Thread> before = threads();
            assertThatThrownBy(() -> gateway(style, services, limits(FAR), first.port()))
                    .isInstanceOf(IOException.class);
            await(() -> before.containsAll(threads()));
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void makes_its_calls_as_its_card_says_and_ends_them_at_the_deadline(String style) throws Exception {
        try (Services services = Services.start(allSilent());
                GatewayProcess gateway = gateway(style, services, limits(NEAR))) {
            assertProblem(caller.overview(gateway, 1).get(), 504);
            List<String> called = called(style);
            await(() -> each(called, counts -> counts.abandoned() == 1, services));
            assertThat(Joins.SERVICES)
                    .filteredOn(name -> services.counts(name).begun() > 0)
                    .isEqualTo(called);
            await(() -> gateway.open() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_service_that_fails_is_a_bad_gateway(String style) throws Exception {
        for (String fault : List.of("error", "garbage", "truncated", "reset", "endless")) {
            try (Services services = Services.start(with("albums", fault));
                    GatewayProcess gateway = gateway(style, services, limits(FAR))) {
                assertProblem(caller.overview(gateway, 1).get(), 502);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void the_other_calls_are_not_made_cancelled_or_ignored_as_its_card_says(String style) throws Exception {
        Others others = others(style);
        // It fails after all four calls have begun, if they overlap.
        String failing = others == Others.NOT_MADE ? "posts" : "photos";
        ServicesPlan plan = allSilent().withDelay(failing, "200ms").withFaults(failing, "error=100%");
        List<String> silent =
                Joins.SERVICES.stream().filter(name -> !name.equals(failing)).toList();
        try (Services services = Services.start(plan)) {
            try (GatewayProcess gateway = gateway(style, services, limits(others == Others.AWAITED ? NEAR : FAR))) {
                assertProblem(caller.overview(gateway, 1).get(), others == Others.AWAITED ? 504 : 502);
                switch (others) {
                    case NOT_MADE ->
                        assertThat(each(silent, counts -> counts.begun() == 0, services))
                                .isTrue();
                    case CANCELLED, AWAITED -> await(() -> each(silent, counts -> counts.abandoned() == 1, services));
                    case IGNORED -> await(() -> each(silent, counts -> counts.open() == 1, services));
                }
            }
            await(() -> each(silent, counts -> counts.open() == 0 && counts.finished() == 0, services));
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void stops_when_its_client_is_gone(String style) throws Exception {
        stops(style, socket -> {});
        stops(style, socket -> socket.setSoLinger(true, 0)); // it is closed with a reset
    }

    private interface Leaving {
        void prepare(Socket socket) throws IOException;
    }

    private static void stops(String style, Leaving leaving) throws IOException {
        try (Services services = Services.start(allSilent());
                GatewayProcess gateway = gateway(style, services, limits(FAR))) {
            List<String> called = called(style);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
                socket.getOutputStream()
                        .write("GET /users/1/overview HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                await(() -> each(called, counts -> counts.open() == 1, services));
                leaving.prepare(socket);
            }
            await(() -> gateway.open() == 0);
            if (!GOES_ON.contains(style)) {
                await(() -> each(called, counts -> counts.abandoned() == 1, services));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void refuses_what_is_beyond_its_queue(String style) throws Exception {
        Services services = Services.start(allSilent());
        try (services;
                GatewayProcess gateway = gateway(style, services, new Limits(1, 64, 1, FAR))) {
            CompletableFuture<HttpResponse<byte[]>> first = caller.overview(gateway, 1);
            CompletableFuture<HttpResponse<byte[]>> second = caller.overview(gateway, 2);
            await(() -> gateway.open() == 2);
            HttpResponse<byte[]> third = caller.overview(gateway, 3).get();
            assertProblem(third, 503);
            assertThat(third.headers().firstValue("Retry-After")).contains("1");
            await(() -> services.counts("posts").open() > 0);
            services.close();
            assertProblem(first.get(), 502);
            assertProblem(second.get(), 502);
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void finishes_what_is_under_way_when_it_stops(String style) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withDelay("photos", "300ms"))) {
            CompletableFuture<HttpResponse<byte[]>> reply;
            try (GatewayProcess gateway = gateway(style, services, limits(FAR))) {
                reply = caller.overview(gateway, 4);
                await(() -> services.counts("photos").open() == 1);
            }
            assertThat(reply.get().statusCode()).isEqualTo(200);
            assertThat(reply.get().body())
                    .isEqualTo(GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()))
                            .overview(4));
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void what_it_does_not_have_is_a_problem_document(String style) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN);
                GatewayProcess gateway = gateway(style, services, limits(FAR))) {
            assertProblem(caller.overview(gateway, 99).get(), 404);
            assertProblem(caller.call(gateway, "GET", "/users").get(), 404);
            HttpResponse<byte[]> posted =
                    caller.call(gateway, "POST", "/users/1/overview").get();
            assertProblem(posted, 405);
            assertThat(posted.headers().firstValue("Allow")).contains("GET");
        }
    }
}
