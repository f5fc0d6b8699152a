package dev.gearbox.studies.fanoutgateway;

import static dev.gearbox.studies.fanoutgateway.GatewayCaller.assertProblem;
import static dev.gearbox.studies.fanoutgateway.GatewayCaller.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.fanoutgateway.StyleCards.Others;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.ShapedComposition;
import dev.gearbox.studies.fanoutgateway.launch.GatewayArguments;
import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.services.Services;
import dev.gearbox.studies.fanoutgateway.services.ServicesPlan;
import dev.gearbox.studies.fanoutgateway.services.ShapedAnswers;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The user's own calls with each style: every call is made once, after those that it waits for, and ends with the request. The build draws some of the
 * styles, the deep stage tests all.
 */
@Tag("deep")
@Timeout(120)
class ShapedSemanticsTest {
    private static final Duration FAR = Duration.ofHours(1);
    private static final Duration NEAR = Duration.ofMillis(500);

    private final GatewayCaller caller = new GatewayCaller();

    @AfterEach
    void close() {
        caller.close();
    }

    static List<String> styles() {
        return StyleCards.drawn();
    }

    private static Shape shape(String text) {
        return Shape.parse("shape.yaml", text);
    }

    /** The example that the README shows. */
    private static Shape published() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        int begin = readme.indexOf("\ncalls:\n") + 1;
        return shape(readme.substring(begin, readme.indexOf("```", begin)));
    }

    private static Services services(Shape shape) throws IOException {
        return Services.start(
                ShapedAnswers.of(shape), 1, "selector", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static GatewayProcess gateway(String style, Services services, Shape shape, Duration deadline)
            throws IOException {
        return GatewayProcess.start(
                new GatewayArguments(
                        style,
                        "selector",
                        StyleCards.client(style),
                        services.address(),
                        0,
                        new Limits(8, 64, 8, deadline),
                        shape.elsewhere(),
                        new ShapedComposition(shape)),
                StyleCards.STYLES,
                KnownServers.OWN);
    }

    private static void assertRight(Shape shape, int user, HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(new String(response.body(), StandardCharsets.US_ASCII))
                .isEqualTo(new String(ShapedAnswers.of(shape).reply(user), StandardCharsets.US_ASCII));
    }

    private void makesEachCallOnce(String style, Shape shape) throws Exception {
        try (Services services = services(shape)) {
            try (GatewayProcess gateway = gateway(style, services, shape, FAR)) {
                for (int user = 1; user <= 3; user++) {
                    assertRight(shape, user, caller.overview(gateway, user).get());
                }
                await(() -> gateway.open() == 0);
            }
            await(() -> services.connections() == 0);
            assertThat(shape.calls())
                    .allSatisfy(call -> assertThat(services.counts(call.name()).finished())
                            .as(call.name())
                            .isEqualTo(3)
                            .isEqualTo(services.counts(call.name()).begun()));
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void answers_rightly_with_the_example(String style) throws Exception {
        makesEachCallOnce(style, published());
    }

    @ParameterizedTest
    @MethodSource("styles")
    void answers_rightly_with_the_most_calls_each_after_all_before(String style) throws Exception {
        StringBuilder calls = new StringBuilder("calls:\n");
        for (int i = 0; i < 32; i++) {
            List<String> after = IntStream.range(Math.max(0, i - 3), i)
                    .mapToObj(j -> "c" + j)
                    .toList();
            calls.append("  c" + i + ": {" + (after.isEmpty() ? "" : "after: " + after) + "}\n");
        }
        makesEachCallOnce(style, shape(calls.toString()));
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_call_waits_and_all_end_when_the_client_is_gone(String style) throws Exception {
        Shape shape = shape("""
                calls:
                  silent: {faults: stall=100%}
                  left: {after: [silent]}
                  right: {after: [silent]}
                  last: {after: [left, right]}
                """);
        try (Services services = services(shape);
                GatewayProcess gateway = gateway(style, services, shape, FAR)) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
                socket.getOutputStream()
                        .write("GET /users/1/overview HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                await(() -> services.counts("silent").open() == 1);
            }
            await(() -> gateway.open() == 0);
            if (!StyleCards.GOES_ON.contains(style)) {
                await(() -> services.counts("silent").abandoned() == 1);
            }
            assertThat(List.of("left", "right", "last"))
                    .allSatisfy(name ->
                            assertThat(services.counts(name).begun()).as(name).isZero());
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_call_that_fails_ends_the_others_as_the_card_of_the_style_says(String style) throws Exception {
        Others others = StyleCards.others(style);
        String fails = "  fails: {after: [first], delay: 200ms, faults: error=100%}\n";
        String silent = "  silent: {after: [first], faults: stall=100%}\n";
        // One call after another: the one that fails comes first, because it would never be made otherwise.
        Shape shape = shape("calls:\n  first: {}\n"
                + (others == Others.NOT_MADE ? fails + silent : silent + fails)
                + "  last: {after: [fails, silent]}\n");
        try (Services services = services(shape)) {
            try (GatewayProcess gateway = gateway(style, services, shape, others == Others.AWAITED ? NEAR : FAR)) {
                assertProblem(caller.overview(gateway, 1).get(), others == Others.AWAITED ? 504 : 502);
                switch (others) {
                    case NOT_MADE ->
                        assertThat(services.counts("silent").begun()).isZero();
                    case CANCELLED, AWAITED ->
                        await(() -> services.counts("silent").abandoned() == 1);
                    case IGNORED -> await(() -> services.counts("silent").open() == 1);
                }
            }
            await(() -> services.connections() == 0);
            assertThat(services.counts("last").begun()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_chain_that_is_late_is_a_timeout_and_garbage_in_it_a_bad_gateway(String style) throws Exception {
        for (Map.Entry<String, Integer> fault :
                Map.of("stall", 504, "garbage", 502).entrySet()) {
            Shape shape = shape("calls: {first: {}, second: {after: [first], faults: " + fault.getKey()
                    + "=100%}, third: {after: [second]}}");
            try (Services services = services(shape);
                    GatewayProcess gateway = gateway(style, services, shape, NEAR)) {
                assertProblem(caller.overview(gateway, 1).get(), fault.getValue());
                await(() -> gateway.open() == 0);
                assertThat(services.counts("third").begun()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void a_service_may_be_elsewhere(String style) throws Exception {
        try (Services theirs = Services.start(ServicesPlan.PLAIN)) {
            Shape shape = shape("calls: {own: {}, users: {after: [own], url: \"" + theirs.address("users")
                    + "\"}, next: {after: [users]}}");
            try (Services services = services(shape);
                    GatewayProcess gateway = gateway(style, services, shape, FAR)) {
                assertRight(shape, 1, caller.overview(gateway, 1).get());
                assertThat(theirs.counts("users").finished()).isEqualTo(1);
                assertThat(services.counts("next").finished()).isEqualTo(1);
            }
        }
    }
}
