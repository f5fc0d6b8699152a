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
import dev.gearbox.studies.fanoutgateway.gateway.OverviewComposition;
import dev.gearbox.studies.fanoutgateway.launch.GatewayArguments;
import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.services.Catalog;
import dev.gearbox.studies.fanoutgateway.services.GoldenAnswers;
import dev.gearbox.studies.fanoutgateway.services.ServiceCounts;
import dev.gearbox.studies.fanoutgateway.services.Services;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
class GatewaySemanticsTest extends GatewayContract {
    /** The names of the threads of styles. */
    private static final String OF_STYLES = "(call|join|request)-\\d+|actors-.*";

    /** Styles, each with its usual client, and some with the other one. */
    static List<String> labels() {
        List<String> labels = new ArrayList<>(StyleCards.drawn());
        labels.addAll(SeededSample.of(ClientRows.unusual(), 1, Contract.seed()));
        return labels;
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

    @Override
    GatewayProcess gateway(String style, Services services, Limits limits, int port) throws IOException {
        return gateway(style, services, limits, port, OverviewComposition.STANDARD);
    }

    private static GatewayProcess gateway(
            String style, Services services, Limits limits, int port, OverviewComposition composition)
            throws IOException {
        GatewayArguments arguments = new GatewayArguments(
                StyleCards.style(style),
                "selector",
                client(style),
                services.address(),
                port,
                limits,
                Map.of(),
                composition);
        return GatewayProcess.start(arguments, STYLES, KnownServers.OWN);
    }

    /** The threads of gateways, their engines and their clients. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(OF_STYLES + "|gearbox-.*|HttpClient-.*"))
                .collect(Collectors.toSet());
    }

    private static ServicesPlan with(String name, String fault) {
        return ServicesPlan.PLAIN.withFaults(name, fault + "=100%");
    }

    @ParameterizedTest
    @MethodSource("labels")
    void answers_rightly_for_every_user_and_leaves_nothing(String style) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
            try (GatewayProcess gateway = gateway(style, services, FAR)) {
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
    @MethodSource("labels")
    void asks_the_archive_for_one_user_only(String style) throws Exception {
        GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
        OverviewComposition composition = new OverviewComposition(OptionalInt.of(10));
        try (Services services = Services.start(ServicesPlan.PLAIN.withArchive("5ms"));
                GatewayProcess gateway = gateway(style, services, new Limits(8, 64, 8, FAR), 0, composition)) {
            for (int user : List.of(10, 7, 9)) {
                assertThat(caller.overview(gateway, user).get().body()).isEqualTo(golden.overview(user));
            }
            assertThat(Joins.SERVICES).allSatisfy(name -> {
                assertThat(services.counts("archive/" + name).begun()).isEqualTo(1);
                assertThat(services.counts(name).begun()).isEqualTo(2);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void a_port_that_is_taken_leaves_nothing(String style) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN);
                GatewayProcess first = gateway(style, services, FAR)) {
            Set<Thread> before = threads();
            assertThatThrownBy(() -> gateway(style, services, new Limits(8, 64, 8, FAR), first.port()))
                    .isInstanceOf(IOException.class);
            await(() -> before.containsAll(threads()));
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void makes_its_calls_as_its_card_says_and_ends_them_at_the_deadline(String style) throws Exception {
        try (Services services = Services.start(allSilent());
                GatewayProcess gateway = gateway(style, services, NEAR)) {
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
    @MethodSource("labels")
    void a_service_that_fails_is_a_bad_gateway(String style) throws Exception {
        for (String fault : List.of("error", "garbage", "truncated", "reset", "endless")) {
            try (Services services = Services.start(with("albums", fault));
                    GatewayProcess gateway = gateway(style, services, FAR)) {
                assertProblem(caller.overview(gateway, 1).get(), 502);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void the_other_calls_are_not_made_cancelled_or_ignored_as_its_card_says(String style) throws Exception {
        Others others = others(style);
        // It fails after all four calls have begun, if they overlap.
        String failing = others == Others.NOT_MADE ? "posts" : "photos";
        ServicesPlan plan = allSilent().withDelay(failing, "200ms").withFaults(failing, "error=100%");
        List<String> silent =
                Joins.SERVICES.stream().filter(name -> !name.equals(failing)).toList();
        try (Services services = Services.start(plan)) {
            try (GatewayProcess gateway = gateway(style, services, others == Others.AWAITED ? NEAR : FAR)) {
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
    @MethodSource("labels")
    void stops_when_its_client_is_gone(String style) throws Exception {
        stops(style, socket -> {});
        stops(style, socket -> socket.setSoLinger(true, 0)); // it is closed with a reset
    }

    private void stops(String style, Leaving leaving) throws IOException {
        try (Services services = Services.start(allSilent());
                GatewayProcess gateway = gateway(style, services, FAR)) {
            List<String> called = called(style);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
                socket.getOutputStream()
                        .write("GET /users/1/overview HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                await(() -> each(called, counts -> counts.open() == 1, services));
                leaving.prepare(socket);
            }
            await(() -> gateway.open() == 0);
            if (!GOES_ON.contains(StyleCards.style(style))) {
                await(() -> each(called, counts -> counts.abandoned() == 1, services));
            }
        }
    }
}
