package dev.gearbox.studies.fanoutgateway;

import static dev.gearbox.studies.fanoutgateway.GatewayCaller.assertProblem;
import static dev.gearbox.studies.fanoutgateway.GatewayCaller.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.fanoutgateway.gateway.Joins;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import dev.gearbox.studies.fanoutgateway.services.Catalog;
import dev.gearbox.studies.fanoutgateway.services.GoldenAnswers;
import dev.gearbox.studies.fanoutgateway.services.Services;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client sees of every gateway, whatever its style, its client and its server. A subclass has a static method {@code labels}. */
abstract class GatewayContract {
    static final Duration FAR = Duration.ofHours(1);
    static final Duration NEAR = Duration.ofMillis(500);

    final GatewayCaller caller = new GatewayCaller();

    @AfterEach
    void close() {
        caller.close();
    }

    /** Starts a gateway. */
    abstract GatewayProcess gateway(String label, Services services, Limits limits, int port) throws IOException;

    final GatewayProcess gateway(String label, Services services, Duration deadline) throws IOException {
        return gateway(label, services, new Limits(8, 64, 8, deadline), 0);
    }

    static ServicesPlan allSilent() {
        ServicesPlan plan = ServicesPlan.PLAIN;
        for (String name : Joins.SERVICES) {
            plan = plan.withFaults(name, "stall=100%");
        }
        return plan;
    }

    /** What a client does before it closes its connection. */
    interface Leaving {
        void prepare(Socket socket) throws IOException;
    }

    @ParameterizedTest
    @MethodSource("labels")
    void refuses_what_is_beyond_its_queue(String label) throws Exception {
        Services services = Services.start(allSilent());
        try (services;
                GatewayProcess gateway = gateway(label, services, new Limits(1, 64, 1, FAR), 0)) {
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
    @MethodSource("labels")
    void finishes_what_is_under_way_when_it_stops(String label) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN.withDelay("photos", "300ms"))) {
            CompletableFuture<HttpResponse<byte[]>> reply;
            try (GatewayProcess gateway = gateway(label, services, FAR)) {
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
    @MethodSource("labels")
    void what_it_does_not_have_is_a_problem_document(String label) throws Exception {
        try (Services services = Services.start(ServicesPlan.PLAIN);
                GatewayProcess gateway = gateway(label, services, FAR)) {
            assertProblem(caller.overview(gateway, 99).get(), 404);
            assertProblem(caller.call(gateway, "GET", "/users").get(), 404);
            assertProblem(caller.call(gateway, "GET", "/users/1/overview?x=1").get(), 404);
            HttpResponse<byte[]> posted =
                    caller.call(gateway, "POST", "/users/1/overview").get();
            assertProblem(posted, 405);
            assertThat(posted.headers().firstValue("Allow")).contains("GET");
        }
    }

    /** A request that is answered at once, and waits behind one that is not, must not be the last of its connection. */
    @ParameterizedTest
    @MethodSource("labels")
    void answers_pipelined_requests_in_order_and_what_follows_on_their_connection(String label) throws Exception {
        GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
        try (Services services = Services.start(ServicesPlan.PLAIN.withDelay("photos", "100ms"));
                GatewayProcess gateway = gateway(label, services, FAR);
                PipeliningCaller pipelined = new PipeliningCaller(gateway)) {
            for (int round = 0; round < 3; round++) {
                pipelined.send("/users/1/overview", "/users");
                assertThat(pipelined.receive()).isEqualTo(answer(golden, 1));
                assertThat(pipelined.receive().status()).isEqualTo(404);
                pipelined.send("/users/2/overview");
                assertThat(pipelined.receive()).isEqualTo(answer(golden, 2));
            }
        }
    }

    private static PipeliningCaller.Response answer(GoldenAnswers golden, int user) {
        return new PipeliningCaller.Response(200, new String(golden.overview(user), StandardCharsets.UTF_8));
    }
}
