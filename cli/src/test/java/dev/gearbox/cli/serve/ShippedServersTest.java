package dev.gearbox.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Shipped;
import dev.gearbox.cli.Shipped.Running;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The servers that are not ours, as they are shipped: in a folder that only the JVM of such a gateway has on its module path. The build draws one, the deep stage
 * tests all.
 */
@Tag("deep")
@Timeout(600)
final class ShippedServersTest {
    private static final Pattern ADDRESS =
            Pattern.compile("mutiny serves /users/ID/overview on (\\S+)\\. Press Ctrl-C to stop\\.");

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void begin() throws Exception {
        Shipped.begin();
    }

    @AfterAll
    static void end() throws Exception {
        Shipped.end();
    }

    static List<String> servers() {
        return SeededSample.of(List.of("tomcat", "helidon", "vertx", "reactor-netty", "jersey"), 1, Contract.seed());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void a_gateway_says_what_listens_and_answers(String server) throws Exception {
        try (Running gateway =
                Shipped.start(folder, folder, "serve gateway --strategy mutiny --server " + server + " --port 0")) {
            gateway.await("the line about the server", () -> gateway.said("\nServer: " + server + " {"));
            Matcher address = ADDRESS.matcher(gateway.said());
            assertThat(address.find()).as(gateway.said()).isTrue();
            assertThat(overview(address.group(1))).startsWith("{\"user\":7,");
            Shipped.Said said = gateway.end();
            assertThat(said.code()).isEqualTo(128 + 15);
            assertThat(said.err().lines())
                    .filteredOn(line -> !line.startsWith("gearbox: preparing faster starts"))
                    .isEmpty();
        }
    }

    private static String overview(String base) throws Exception {
        HttpURLConnection call = (HttpURLConnection)
                URI.create(base + "/users/7/overview").toURL().openConnection();
        assertThat(call.getResponseCode()).isEqualTo(200);
        try (InputStream body = call.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
