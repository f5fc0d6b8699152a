package dev.gearbox.studies.fanoutgateway.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.OverviewComposition;
import dev.gearbox.studies.fanoutgateway.gateway.ShapedComposition;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The arguments are read, and what is not valid is named with what is known. */
class GatewayArgumentsTest {
    private static final String SERVICES = "http://127.0.0.1:4000";

    private static GatewayArguments parse(String text) {
        return GatewayArguments.parse(List.of(text.split(" ")), Styles.OWN, KnownServers.OWN);
    }

    @Test
    void reads_all_options() {
        assertThat(parse("--style executor --server selector --client jdk --port 4001 --threads 2 --connections 3"
                        + " --queue 4 --deadline-millis 5 --services " + SERVICES))
                .isEqualTo(new GatewayArguments(
                        "executor",
                        "selector",
                        "jdk",
                        URI.create(SERVICES),
                        4001,
                        new Limits(2, 3, 4, Duration.ofMillis(5))));
    }

    @Test
    void the_client_follows_from_the_style_unless_it_is_named() {
        assertThat(parse("--style sequential --services " + SERVICES).client()).isEqualTo("jdk");
        assertThat(parse("--style completable-future-async --services " + SERVICES)
                        .client())
                .isEqualTo("gearbox");
        assertThat(parse("--style sequential --client gearbox --services " + SERVICES)
                        .client())
                .isEqualTo("gearbox");
    }

    @Test
    void a_service_may_be_elsewhere() {
        assertThat(parse("--style executor --albums http://127.0.0.1:9/list --services " + SERVICES)
                        .elsewhere())
                .containsExactly(Map.entry("albums", URI.create("http://127.0.0.1:9/list")));
        assertThat(parse(
                                "--style executor --posts http://a/1 --comments http://a/2 --albums http://a/3 --photos http://a/4")
                        .elsewhere())
                .as("no common address is needed")
                .hasSize(4);
        assertThatThrownBy(() -> parse("--style executor --posts 127.0.0.1:9 --services " + SERVICES))
                .hasMessage("--posts is 127.0.0.1:9 and must be http://...");
    }

    @Test
    void a_shape_replaces_the_overview() {
        String shape = "calls: {a: {}, b: {after: [a], url: \"http://b/\"}}";
        GatewayArguments arguments = GatewayArguments.parse(
                List.of("--style", "executor", "--services", SERVICES, "--shape", shape), Styles.OWN, KnownServers.OWN);
        assertThat(arguments.composition()).isEqualTo(new ShapedComposition(Shape.parse("shape", shape)));
        assertThat(arguments.elsewhere()).isEqualTo(Map.of("b", URI.create("http://b/")));
        assertThat(parse("--style executor --services " + SERVICES).composition())
                .isSameAs(OverviewComposition.STANDARD);
        assertThatThrownBy(() -> parse("--style executor --shape {} --services " + SERVICES))
                .hasMessageStartingWith("--shape: ");
    }

    @Test
    void the_records_of_one_user_may_be_in_the_archive() {
        Composition composition =
                parse("--style executor --archived 3 --services " + SERVICES).composition();
        assertThat(composition).isEqualTo(new OverviewComposition(OptionalInt.of(3)));
        assertThat(composition.calls(2)).isEqualTo(composition.calls());
        assertThat(composition.calls(3))
                .extracting(Composition.Step::service)
                .containsExactly("archive/posts", "archive/comments", "archive/albums", "archive/photos");
    }

    @Test
    void what_is_unknown_is_named_with_all_that_is_known() {
        assertThatThrownBy(() -> parse("--style magic --services " + SERVICES))
                .hasMessageStartingWith("no style \"magic\". Known: completable-future, ")
                .hasMessageContaining("virtual-threads");
        assertThatThrownBy(() -> parse("--style executor --server nginx --services " + SERVICES))
                .hasMessage("no server \"nginx\" here. Known: epoll, selector");
        assertThatThrownBy(() -> parse("--protocol echo --style executor --services " + SERVICES))
                .hasMessage("no protocol \"echo\" here. Known: overview");
        assertThatThrownBy(() -> parse("--style executor --client curl --services " + SERVICES))
                .hasMessage("no client \"curl\". Known: jdk, gearbox");
        assertThatThrownBy(() -> parse("--style executor --threads many --services " + SERVICES))
                .hasMessage("--threads is many and must be an integer");
        assertThatThrownBy(() -> parse("--style executor")).hasMessageContaining("takes --style X --services");
        assertThatThrownBy(() -> parse("--style executor --threads 0 --services " + SERVICES))
                .hasMessage("threads is 0 and must be from 1");
    }
}
