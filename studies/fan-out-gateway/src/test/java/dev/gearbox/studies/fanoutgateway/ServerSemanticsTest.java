package dev.gearbox.studies.fanoutgateway;

import static dev.gearbox.studies.fanoutgateway.GatewayCaller.assertProblem;
import static dev.gearbox.studies.fanoutgateway.GatewayCaller.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.helidon.HelidonMain;
import dev.gearbox.studies.fanoutgateway.jersey.JerseyMain;
import dev.gearbox.studies.fanoutgateway.launch.GatewayArguments;
import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import dev.gearbox.studies.fanoutgateway.reactornetty.ReactorNettyMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.services.Catalog;
import dev.gearbox.studies.fanoutgateway.services.GoldenAnswers;
import dev.gearbox.studies.fanoutgateway.services.Services;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import dev.gearbox.studies.fanoutgateway.tomcat.TomcatMain;
import dev.gearbox.studies.fanoutgateway.vertx.VertxMain;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a client and the services see of each server that is not ours: the same as of ours, except that some do not notice a client that goes away. The build
 * draws some of the cells, the deep stage tests all.
 */
@Tag("deep")
@Timeout(120)
class ServerSemanticsTest extends GatewayContract {
    /** Cells in the build. */
    private static final int DRAWN = 2;

    private static final Map<String, KnownServers> SERVERS = Map.of(
            "tomcat", TomcatMain.SERVERS,
            "helidon", HelidonMain.SERVERS,
            "vertx", VertxMain.SERVERS,
            "reactor-netty", ReactorNettyMain.SERVERS,
            "jersey", JerseyMain.SERVERS);

    /** Those whose class comments say that they notice it when they write the answer. */
    private static final Set<String> UNAWARE_OF_CLIENTS = Set.of("tomcat", "helidon", "jersey");

    /** Threads that frameworks share, and end by themselves or never. */
    private static final String SHARED =
            "globalEventExecutor-.*|CompletableFutureDelayScheduler|ForkJoinPool.*|HttpClient-.*|process reaper.*|Gearbox watchdog|helidon-idle-connection-timer";

    static List<String> labels() {
        return SeededSample.of(ServerRows.foreign(), DRAWN, Contract.seed());
    }

    private static String server(String cell) {
        return GatewayLabel.parse(cell).server().orElseThrow();
    }

    @Override
    GatewayProcess gateway(String cell, Services services, Limits limits, int port) throws IOException {
        String server = server(cell);
        return GatewayProcess.start(
                new GatewayArguments(
                        StyleCards.style(cell), server, StyleCards.client(cell), services.address(), port, limits),
                Styles.OWN,
                Objects.requireNonNull(SERVERS.get(server)));
    }

    private static Set<String> threadsSince(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> !name.matches(SHARED))
                .collect(Collectors.toSet());
    }

    private static void awaitNone(Set<Thread> before) {
        try {
            await(() -> threadsSince(before).isEmpty());
        } catch (AssertionError late) {
            throw new AssertionError("threads that are left: " + threadsSince(before), late);
        }
    }

    private static Set<Thread> threads() {
        return Set.copyOf(Thread.getAllStackTraces().keySet());
    }

    @Test
    void every_server_is_in_a_cell() {
        assertThat(ServerRows.foreign())
                .extracting(ServerSemanticsTest::server)
                .containsOnly(SERVERS.keySet().toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("labels")
    void answers_rightly_for_every_user_and_leaves_nothing(String cell) throws Exception {
        GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            Set<Thread> before = threads();
            int port;
            try (GatewayProcess gateway = gateway(cell, services, FAR)) {
                port = gateway.port();
                for (int user = 1; user <= Catalog.USERS; user++) {
                    HttpResponse<byte[]> response =
                            caller.overview(gateway, user).get();
                    assertThat(response.statusCode()).isEqualTo(200);
                    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
                    assertThat(response.headers().firstValueAsLong("Content-Length"))
                            .hasValue(golden.overview(user).length);
                    assertThat(new String(response.body(), StandardCharsets.UTF_8))
                            .isEqualTo(new String(golden.overview(user), StandardCharsets.UTF_8));
                }
                await(() -> gateway.open() == 0);
            }
            await(() -> services.connections() == 0);
            awaitNone(before);
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void a_port_that_is_taken_is_named_and_leaves_nothing(String cell) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN)) {
            Set<Thread> before = threads();
            try (GatewayProcess first = gateway(cell, services, FAR)) {
                assertThatThrownBy(() -> gateway(cell, services, new Limits(8, 64, 8, FAR), first.port()))
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("127.0.0.1:" + first.port() + ": ")
                        .hasMessageContaining("Address already in use");
                assertThat(caller.overview(first, 1).get().statusCode()).isEqualTo(200);
            }
            awaitNone(before); // only now: meanwhile Tomcat's periodic tasks may start a second thread of the first
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void a_service_that_fails_is_a_bad_gateway(String cell) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withFaults("albums", "error=100%"));
                GatewayProcess gateway = gateway(cell, services, FAR)) {
            assertProblem(caller.overview(gateway, 1).get(), 502);
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void silent_services_are_a_timeout_at_the_deadline(String cell) throws Exception {
        try (Services services = Services.start(allSilent());
                GatewayProcess gateway = gateway(cell, services, NEAR)) {
            assertProblem(caller.overview(gateway, 1).get(), 504);
            await(() -> Joins.SERVICES.stream()
                    .allMatch(name -> services.counts(name).abandoned() == 1));
            await(() -> gateway.open() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("labels")
    void a_client_that_goes_away_ends_the_work_for_it_if_the_server_tells(String cell) throws Exception {
        leaves(cell, socket -> {});
        leaves(cell, socket -> socket.setSoLinger(true, 0)); // it is closed with a reset
    }

    private void leaves(String cell, Leaving leaving) throws Exception {
        Services services = Services.start(allSilent());
        try (services;
                GatewayProcess gateway = gateway(cell, services, FAR)) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
                socket.getOutputStream()
                        .write("GET /users/1/overview HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                await(() -> Joins.SERVICES.stream()
                        .allMatch(name -> services.counts(name).open() == 1));
                leaving.prepare(socket);
            }
            if (UNAWARE_OF_CLIENTS.contains(server(cell))) {
                assertProblem(caller.call(gateway, "GET", "/later").get(), 404);
                assertThat(gateway.open())
                        .as("a server that tells should not be named above, nor by its class comment")
                        .isOne();
                services.close();
            }
            await(() -> gateway.open() == 0);
        }
    }
}
