package dev.gearbox.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Shipped;
import dev.gearbox.cli.Shipped.Running;
import dev.gearbox.cli.Shipped.Said;
import dev.gearbox.cli.WatchedServer;
import dev.gearbox.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox advise --from} through the launcher, on the module path: of a server whose reads JFR sees, and of one whose reads it does not. */
@Timeout(600)
final class ShippedFromTest {
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

    private Said said(String words) throws Exception {
        try (Running running = Shipped.start(folder, folder, words)) {
            return running.ended();
        }
    }

    private static JsonNode fact(JsonNode tree, String name) {
        for (JsonNode fact : tree.at("/observed/facts")) {
            if (fact.path("name").asString().equals(name)) {
                return fact;
            }
        }
        throw new AssertionError("no fact " + name + " in " + tree.at("/observed"));
    }

    @Test
    void a_process_and_its_recording() throws Exception {
        try (WatchedServer server = WatchedServer.start(folder, "selector")) {
            Said live = said("advise --from " + server.pid() + " --for 2s --rate 70 --foreign --json");
            assertThat(live.code()).as(live.toString()).isZero();
            assertThat(live.err()).isEmpty();
            JsonNode tree = JsonMapper.shared().readTree(live.out());
            assertThat(tree.at("/observed/source").asString()).isEqualTo("process " + server.pid());
            assertThat(tree.at("/observed/requests").asLong()).isPositive();
            assertThat(tree.at("/workload/connections").asInt()).isEqualTo(1);
            assertThat(tree.at("/workload/bytes").asInt()).isEqualTo(WatchedServer.BYTES);
            assertThat(tree.at("/workload/rate").asDouble())
                    .as("an option overrides it")
                    .isEqualTo(70);
            assertThat(fact(tree, "rate").path("origin").asString()).isEqualTo("given");
            assertThat(fact(tree, "size").path("origin").asString()).isEqualTo("read");
            assertThat(fact(tree, "cores").path("origin").asString()).isEqualTo("assumed");

            server.record(folder.resolve("app.jfr"));
        }
        Said recorded = said("advise --from app.jfr --wait 20ms --foreign");
        assertThat(recorded.code()).as(recorded.toString()).isZero();
        assertThat(recorded.out().lines().toList()).first().asString().startsWith("Read from the recording app.jfr, ");
        assertThat(recorded.out())
                .contains(
                        "* connections 1: ",
                        "* size 100B: ",
                        "Neither read nor given, so assumed",
                        "\nGiven: --wait 20ms\n");
    }

    /** It calls the system by native calls. */
    @Test
    void a_server_whose_reads_are_not_seen_is_asked_for_its_rate() throws Exception {
        try (WatchedServer server = WatchedServer.start(folder, "epoll")) {
            String question = "advise --from " + server.pid() + " --for 2s --foreign";
            Said refused = said(question);
            assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err())
                    .isEqualTo(
                            "gearbox: process " + server.pid()
                                    + " does not tell the rate: no request was seen on the open connections (1): they are quiet, or its I/O does not go through Java's sockets, as with epoll or io_uring by native calls. Give --rate\n");
            Said helped = said(question + " --rate 50");
            assertThat(helped.code()).as(helped.toString()).isZero();
            assertThat(helped.out()).contains("* connections 1: ", "* cpu ", "Given: --rate 50");
        }
    }
}
